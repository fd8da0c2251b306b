// The TestRun of the k6-operator is one that the operator and a cluster accept, and it passes on the variables that the script reads.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { IContainer } from 'kubernetes-models/v1/Container';
import { Pod } from 'kubernetes-models/v1/Pod';
import { parse } from 'yaml';
import { k6Script } from '../../replay/k6/script.ts';
import { root } from '../cli/command.ts';
import { schemaAt, validator } from '../schemas/published.ts';

interface TestRun {
  readonly spec: {
    readonly parallelism: number;
    readonly script: { readonly configMap: { readonly name: string; readonly file: string } };
    readonly runner: Pick<IContainer, 'env' | 'resources' | 'image'> & {
      readonly securityContext: { readonly runAsNonRoot: boolean };
      readonly containerSecurityContext: IContainer['securityContext'];
    };
  };
}

const text = readFileSync(join(root, 'deploy/load-testrun.yaml'), 'utf8');
const manifest = parse(text) as TestRun;
const problems = validator(schemaAt(join(root, 'tests/deploy/testrun.schema.json')));

test('its fields are those that the operator has', () => {
  const { spec } = manifest;

  expect(problems(manifest)).toEqual([]);
  expect(problems({ ...manifest, spec: { ...spec, replicas: 4 } })).not.toEqual([]);
  expect(problems({ ...manifest, spec: { ...spec, parallelism: '4' } })).not.toEqual([]);
});

test('what its runners have of a Pod is what a cluster takes', () => {
  const { image, env, resources, securityContext, containerSecurityContext } = manifest.spec.runner;
  const container = { name: 'k6', image, env, resources, securityContext: containerSecurityContext } as IContainer;
  const pod = new Pod({ metadata: { name: 'runner' }, spec: { containers: [container], securityContext } });

  pod.validate();

  expect(securityContext.runAsNonRoot).toBe(true);
});

test('what it hands to the script is what the script reads, and no secret stands in it', async () => {
  let script = '';
  for await (const piece of k6Script([], [])) script += piece;
  const { env = [] } = manifest.spec.runner;

  for (const { name } of env) expect(script).toContain(name);
  expect(env.map(({ name }) => name)).toContain('BASE_URL');
  for (const { name, value } of env) if (/USERNAME|PASSWORD|TOKEN|CODE/.test(name)) expect(value).toBeUndefined();
  expect(text).toContain(`--from-file=${manifest.spec.script.configMap.file}`);
  expect(text).toContain(`configmap ${manifest.spec.script.configMap.name} `);
});
