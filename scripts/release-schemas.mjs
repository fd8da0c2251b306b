// Run at a release: stores the published schemas under the version of package.json, so that `npm test` compares later ones with
// them.
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const published = new URL('schemas/', root);
const kept = new URL(`tests/schemas/released/${version}/`, root);

mkdirSync(kept, { recursive: true });
for (const name of readdirSync(published)) copyFileSync(new URL(name, published), new URL(name, kept));
