// The green run that all mutants start from, done once before the first of them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../cli/command.ts';
import { gather } from './evidence.ts';

export const reportFolder = join(root, 'mutants-report');

export const evidenceFile = join(reportFolder, 'evidence.json');

export default async function greenRun(): Promise<void> {
  mkdirSync(reportFolder, { recursive: true });
  writeFileSync(evidenceFile, JSON.stringify(await gather(join(reportFolder, 'green'))));
}
