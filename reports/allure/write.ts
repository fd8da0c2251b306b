// Writes a verdict as a folder of Allure results.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../verdict/verdict.ts';
import { categories, environment } from './environment.ts';
import { ownResults } from './own-specs.ts';
import { type Measured, requirementResults } from './requirements.ts';

export type { Measured };

/** Replaces what is in the folder, because Allure would count a result that is there twice as two. */
export function writeAllure(folder: string, verdict: Verdict, measured: readonly Measured[]): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const own = verdict.own === undefined ? [] : ownResults(verdict.own);
  for (const { result, files } of [...requirementResults(verdict, measured), ...own]) {
    for (const { name, content } of files) writeFileSync(join(folder, name), content);
    writeFileSync(join(folder, `${result.uuid}-result.json`), JSON.stringify(result));
  }
  writeFileSync(join(folder, 'environment.properties'), environment(verdict));
  writeFileSync(join(folder, 'categories.json'), JSON.stringify(categories, null, 2));
}
