// Runs the two tools: each returns how long it took, what it sent, and what it found.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Verdict } from '../../reports/verdict/verdict.ts';
import { command } from '../replay/running.ts';
import { profile, type Served } from './services.ts';

export interface Found {
  readonly seconds: number;
  readonly requests: number;
  /** What it reports about the service, one line each. */
  readonly findings: readonly string[];
}

export interface Tool {
  readonly name: string;
  /** Runs to the end. */
  whole(served: Served): Promise<Found>;
  /** Ends at the first finding that the correct service does not have. */
  first(served: Served): Promise<Found>;
}

const ran = async (program: string, args: readonly string[], cwd = process.cwd()): Promise<number> => {
  const began = performance.now();
  await once(spawn(program, [...args], { stdio: 'ignore', cwd }), 'close');
  return (performance.now() - began) / 1000;
};

export const assayIn = (folder: string): Tool => {
  const run = async ({ url }: Served, ...more: string[]): Promise<Found> => {
    const out = mkdtempSync(join(folder, 'assay-'));
    const asked = ['certify', '--target', url, '--profile', profile, '--depth', 'quick', '--out', out, '--quiet'];
    const seconds = await ran(process.execPath, [command, ...asked, ...more]);
    const verdict = JSON.parse(readFileSync(join(out, 'verdict.json'), 'utf8')) as Verdict;
    rmSync(out, { recursive: true });
    const failed = verdict.requirements.filter((each) => each.verdict === 'fail');
    return { seconds, requests: verdict.exchanges, findings: failed.map(({ id }) => id) };
  };
  return { name: 'assay', whole: (served) => run(served), first: (served) => run(served, '--fail-fast') };
};

interface SchemathesisReport {
  readonly test_cases: { readonly generated: number };
  readonly failures: readonly { readonly title: string; readonly operations: readonly string[] }[];
  readonly baseline: { readonly new: number };
}

/** Runs with the document, a token, and its findings in the correct service as its baseline, for at most `seconds`. */
export const schemathesisIn = (folder: string, program: string, seconds: number): Tool => {
  const report = join(folder, 'schemathesis.json');
  const baseline = join(folder, 'baseline.json');
  const run = async ({ url, token }: Served, ...more: string[]): Promise<[number, SchemathesisReport]> => {
    const bounds = ['--max-time', String(seconds), '--seed', '1', '--baseline', baseline];
    const reports = ['--report', 'json', '--report-json-path', report];
    const authorization = ['--header', `Authorization: Bearer ${token}`];
    const asked = ['run', resolve('openapi.yaml'), '--url', url, ...authorization, ...bounds, ...reports, ...more];
    // Schemathesis leaves a folder of its own in the directory in which it runs.
    const took = await ran(program, asked, folder);
    return [took, JSON.parse(readFileSync(report, 'utf8')) as SchemathesisReport];
  };
  const told = (took: number, { test_cases, failures }: SchemathesisReport, findings: boolean): Found => ({
    seconds: took,
    requests: test_cases.generated,
    findings: findings
      ? failures.flatMap(({ title, operations }) => operations.map((each) => `${title}: ${each}`))
      : [],
  });
  return {
    name: 'schemathesis',
    whole: async (served) => told(...(await run(served, '--baseline-update')), true),
    first: async (served) => {
      const [took, report] = await run(served, '--max-failures', '1');
      return told(took, report, report.baseline.new > 0);
    },
  };
};
