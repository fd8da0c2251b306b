// What a pipeline uses unchanged: the GitHub Action, the GitLab template, the Kubernetes Job and the image.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from '@playwright/test';
import { validate } from 'dockerfile-utils';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { parse } from 'yaml';
import { assay, plainEnvironment, root, serve } from '../cli/command.ts';

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly outputs: string;
  readonly summary: string;
}

async function action(inputs: Readonly<Record<string, string>>, folder: string): Promise<Ran> {
  const [outputs, summary] = [`${folder}/outputs`, `${folder}/summary`];
  const env = plainEnvironment({
    ...inputs,
    INPUT_OUT: `${folder}/report`,
    ASSAY_ACTION: root,
    GITHUB_OUTPUT: outputs,
    GITHUB_STEP_SUMMARY: summary,
  });
  const { code, stdout } = await new Promise<{ code: number; stdout: string }>((ended) => {
    execFile('bash', [`${root}/deploy/github-action.sh`], { env, cwd: root }, (error, out) =>
      ended({ code: typeof error?.code === 'number' ? error.code : 0, stdout: out }),
    );
  });
  return { code, stdout, outputs: readFileSync(outputs, 'utf8'), summary: readFileSync(summary, 'utf8') };
}

test('the step of the action hands a pass to the job', async ({}, info) => {
  info.setTimeout(180_000);
  const ran = await action(
    { INPUT_COMMAND: 'certify', INPUT_DEPTH: 'quick', INPUT_ARGUMENTS: '--only\nCARD-14\n' },
    info.outputPath(),
  );

  expect(ran.code).toBe(0);
  expect(ran.outputs).toBe('status=passed\nexit-code=0\n');
  expect(ran.summary).toContain('Assay: passed');
  expect(ran.stdout).not.toContain('::error');
});

test('the step of the action hands a failure to the job, and marks it', async ({}, info) => {
  info.setTimeout(180_000);
  const service = await serve('--fault', 'card-filter-blocked');
  try {
    const ran = await action(
      {
        INPUT_COMMAND: 'certify',
        INPUT_DEPTH: 'quick',
        INPUT_TARGET: service.url,
        INPUT_ARGUMENTS: '--only\nCARD-14',
        INPUT_PROFILE: 'reference/profile.yaml',
      },
      info.outputPath(),
    );

    expect(ran.outputs).toBe('status=failed\nexit-code=1\n');
    expect(ran.code).toBe(1);
    expect(ran.summary).toContain('<b>CARD-14</b>');
    expect(ran.stdout).toMatch(/^::error file=.+,line=1,title=CARD-14::/m);
  } finally {
    await service.stop();
  }
});

test('every input of the action reaches its step', () => {
  const { inputs, runs } = parse(readFileSync(`${root}/action.yml`, 'utf8')) as {
    inputs: Record<string, unknown>;
    runs: { steps: { env?: Record<string, string> }[] };
  };
  const env = runs.steps.at(-1)?.env ?? {};
  const script = readFileSync(`${root}/deploy/github-action.sh`, 'utf8');

  for (const input of Object.keys(inputs)) {
    const name = `INPUT_${input.toUpperCase()}`;
    expect(env[name]).toBe(`\${{ inputs.${input} }}`);
    expect(script).toContain(name);
  }
});

test('the templates use only options that the commands have', async () => {
  const texts = ['deploy/github-action.sh', 'deploy/gitlab-ci.yml', 'deploy/certify-job.yaml', 'docs/ci.md'].map(
    (path) => readFileSync(`${root}/${path}`, 'utf8'),
  );
  const help = (await Promise.all(['certify', 'limits', 'diff'].map((name) => assay([name, '--help'])))).map(
    ({ stdout }) => stdout,
  );
  const lines = texts
    .join('\n')
    .split('\n')
    .filter((line) => /\bassay\b|^option /.test(line));
  const used = new Set(lines.flatMap((line) => line.match(/(?<=\s)--[a-z-]+/g) ?? []));

  for (const option of [...used].filter((name) => !ofOthers.has(name))) expect(help.join('\n')).toContain(option);
});

test('the Job of a certification is one that a cluster takes, and does not ask twice', () => {
  const job = new Job(parse(readFileSync(`${root}/deploy/certify-job.yaml`, 'utf8')));

  job.validate();

  expect(job.spec?.backoffLimit).toBe(0);
  expect(job.spec?.template.spec?.securityContext?.runAsNonRoot).toBe(true);
});

test('the template for GitLab hands over the report also of a red run', () => {
  const { assay: job } = parse(readFileSync(`${root}/deploy/gitlab-ci.yml`, 'utf8')) as {
    assay: { artifacts: { when: string; reports: { junit: string } } };
  };

  expect(job.artifacts.when).toBe('always');
  expect(job.artifacts.reports.junit).toBe('assay-report/junit.xml');
});

test('what the template says to give to the one job for GitLab is not handed to the other, whose command does not take it', () => {
  const { 'assay-limits': limits } = parse(readFileSync(`${root}/deploy/gitlab-ci.yml`, 'utf8')) as {
    'assay-limits': { extends: string; variables?: Record<string, string> };
  };

  expect(limits.extends).toBe('assay');
  expect(limits.variables).toEqual({ ASSAY_ARGUMENTS: '' });
});

test('the image is pinned, runs as an ordinary user, and its file has no fault', () => {
  const text = readFileSync(`${root}/Dockerfile`, 'utf8');

  expect(validate(text)).toEqual([]);
  for (const [, image] of text.matchAll(/^FROM (\S+)/gm)) expect(image).toMatch(/^node:\d+\.\d+\.\d+-/);
  expect([...text.matchAll(/^USER (\S+)/gm)].at(-1)?.[1]).toBe('node');
});

test('what the image installs is the command', async ({}, info) => {
  info.setTimeout(300_000);
  const folder = info.outputPath();
  // Works on a copy, as in the image, because packing changes the folder for a while and another test packs the checkout.
  const copy = mkdtempSync(join(tmpdir(), 'assay-image-'));
  cpSync(root, copy, { recursive: true, filter: (path) => !leftOut.test(relative(root, path)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const steps = [...readFileSync(`${root}/Dockerfile`, 'utf8').matchAll(/^RUN (.+)/gm)].map(([, step]) => step ?? '');
  const [install, ...others] = steps;
  // The same command has already installed the checkout.
  expect(install).toBe('npm ci --no-audit --no-fund');

  for (const step of others) {
    const here = step
      .replaceAll('/packed', `${folder}/packed`)
      .replace('--global', `--global --prefer-offline --prefix ${folder}/image`)
      .replace(' && npm cache clean --force', '');
    await shell(here, copy);
  }
  rmSync(copy, { recursive: true });

  expect(readdirSync(`${folder}/image/bin`)).toContain('assay');
  expect(await shell(`${folder}/image/bin/assay --version`)).toMatch(/^\d+\.\d+\.\d+/);
});

/** Options of other commands in the same lines. */
const ofOthers = new Set([
  '--from-file',
  '--from-literal',
  '--for',
  '--timeout',
  '--rm',
  '--to',
  '--config',
  '--follow',
  '--pod-running-timeout',
]);

/** What is not needed to pack the package. */
const leftOut = /^(?:node_modules|\.git|[\w-]*-re(?:port|sults))$/;

const shell = (line: string, cwd = root): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile('bash', ['-euc', line], { cwd, env: plainEnvironment({}) }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
