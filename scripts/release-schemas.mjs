// Keeps the published schemas as they are in the version of package.json: from then on `npm test` compares with them. Run at a release.
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const published = new URL('schemas/', root);
const kept = new URL(`tests/schemas/released/${version}/`, root);

mkdirSync(kept, { recursive: true });
for (const name of readdirSync(published)) copyFileSync(new URL(name, published), new URL(name, kept));
