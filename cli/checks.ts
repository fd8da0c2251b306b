// Where a requirement is checked: by a spec, by the judge in passing, or both.
import { readdirSync } from 'node:fs';
import { judged, judgedAsWell } from '../contract/judge/judged.ts';
import type { RequirementId } from '../contract/requirements.ts';
import { declareTo } from '../harness/declare/declaration.ts';

const folder = new URL('../specs/', import.meta.url);

/** Loads the specs and notes what they declare: searching their text would miss checks that a loop declares. */
export async function findChecks(): Promise<(id: RequirementId) => readonly string[]> {
  const files = new Map<RequirementId, Set<string>>();
  declareTo({
    check: ({ id, file }) => void files.set(id, (files.get(id) ?? new Set()).add(file)),
    oneAfterAnother: () => {},
  });
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (/\.spec\.[jt]s$/.test(path)) await import(new URL(path, folder).href);
  }
  return (id) => [
    ...(judged.has(id) || judgedAsWell.includes(id) ? ['the judge, on every exchange'] : []),
    ...[...(files.get(id) ?? [])].sort(),
  ];
}
