// The folder that a run writes into, and what it is called there.
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { codesPath, evidencePath, leftPath, ownResultsPath, partPath, spentPath, turnsPath } from '../harness/paths.ts';

/** Where a report goes when nobody says otherwise. */
export const usualFolder = 'assay-report';

/** A path as it is best told and pasted where the command runs. */
export function fromHere(path: string): string {
  const near = relative(process.cwd(), path) || '.';
  return near.length < path.length ? near : path;
}

interface ReportFolder {
  readonly verdict: string;
  readonly page: string;
  readonly certificate: string;
  readonly junit: string;
  readonly summary: string;
  readonly sarif: string;
  readonly allure: string;
  readonly evidence: string;
  /** What a shard leaves for the one who joins the shards. */
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

/** Takes away what an earlier run left under our names, and nothing else, so that no old green is taken for a new one. */
export function clearReport(out: string): void {
  mkdirSync(out, { recursive: true });
  for (const path of Object.values(reportFolder(out)) as string[]) rmSync(path, { recursive: true, force: true });
  clearWork(out);
}

/** Takes away what a run needs only while it goes on. */
export function clearWork(out: string): void {
  const paths = [turnsPath, codesPath, spentPath, leftPath, partPath, ownResultsPath].map((pathIn) => pathIn(out));
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}
