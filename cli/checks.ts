// Where a requirement is checked: by a spec, by the judge in passing, or both.
import { readdirSync, readFileSync } from 'node:fs';
import { judged } from '../contract/judgement/judged.ts';
import type { RequirementId } from '../contract/requirements.ts';

const folder = new URL('../specs/', import.meta.url);

const sources: ReadonlyMap<string, string> = new Map(
  (readdirSync(folder, { recursive: true }) as string[])
    .filter((path) => /\.[jt]s$/.test(path))
    .map((path) => [`specs/${path.replace(/\.js$/, '.ts')}`, readFileSync(new URL(path, folder), 'utf8')]),
);

export function checksOf(id: RequirementId): readonly string[] {
  const specs = [...sources].filter(([, text]) => text.includes(`requirement('${id}'`)).map(([path]) => path);
  return judged.has(id) ? ['the judge, on every exchange', ...specs] : specs;
}
