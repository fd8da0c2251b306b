// The folder that a run writes into, and the names of the files in it.
import { rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { makeFolder } from '../exchange/folder.ts';
import {
  codesPath,
  evidencePath,
  hangsPath,
  leftPath,
  ownResultsPath,
  partPath,
  resultsPath,
  spentPath,
  turnsPath,
} from '../harness/paths.ts';

/** Where a report goes unless --out names another folder. */
export const usualFolder = 'assay-report';

/** The shortest form of a path that can be pasted where the command runs. */
export function fromHere(path: string): string {
  const near = relative(process.cwd(), path) || '.';
  return near.length < path.length ? near : path;
}

/** What a verdict says of its folder, so that the lines it prints can name it. */
export const folderFact = (out: string): { readonly folder?: string } =>
  out === resolve(usualFolder) ? {} : { folder: fromHere(out) };

interface ReportFolder {
  readonly verdict: string;
  readonly page: string;
  readonly certificate: string;
  readonly junit: string;
  readonly summary: string;
  readonly sarif: string;
  readonly allure: string;
  readonly evidence: string;
  /** What a shard leaves for `assay merge`. */
  readonly shard: string;
}

export const reportFolder = (out: string): ReportFolder => ({
  verdict: join(out, 'verdict.json'),
  page: join(out, 'index.html'),
  certificate: join(out, 'certificate.sigstore.json'),
  junit: join(out, 'junit.xml'),
  summary: join(out, 'summary.md'),
  sarif: join(out, 'assay.sarif'),
  allure: join(out, 'allure-results'),
  evidence: evidencePath(out),
  shard: join(out, 'shard.json'),
});

/** Removes what an earlier run left under our names, and nothing else, so that nobody takes an old verdict for the new one. */
export function clearReport(out: string): void {
  makeFolder(out);
  for (const path of Object.values(reportFolder(out)) as string[]) rmSync(path, { recursive: true, force: true });
  clearWork(out);
}

/** Removes what a run needs only while it goes on. */
export function clearWork(out: string): void {
  const paths = [turnsPath, resultsPath, codesPath, hangsPath, spentPath, leftPath, partPath, ownResultsPath].map(
    (pathIn) => pathIn(out),
  );
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}
