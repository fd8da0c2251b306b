// Programs of others that ours are compared with, each in a fixed version, installed once from the registry of its language into a folder of their
// own. The bench names what cannot be installed, and goes on without it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Recipe {
  readonly version: string;
  readonly program: string;
  readonly steps: readonly (readonly [command: string, ...args: string[]])[];
}

const folder = resolve('node_modules/.cache/assay-peers');

const fromPython = (name: string, version: string, program: string): Recipe => {
  const bin = join(folder, name, 'bin');
  return {
    version,
    program: join(bin, program),
    steps: [
      ['python3', '-m', 'venv', join(folder, name)],
      [join(bin, 'pip'), 'install', '--quiet', '--disable-pip-version-check', `${name}==${version}`],
    ],
  };
};

const fromGo = (module: string, version: string, program: string): Recipe => ({
  version,
  program: join(folder, 'bin', program),
  steps: [['go', 'install', `${module}@${version}`]],
});

const recipes = {
  schemathesis: fromPython('schemathesis', '4.32.5', 'schemathesis'),
  mitmproxy: fromPython('mitmproxy', '11.0.2', 'mitmdump'),
  k6: fromGo('go.k6.io/k6', 'v1.8.1', 'k6'),
  vegeta: fromGo('github.com/tsenart/vegeta/v12', 'v12.13.0', 'vegeta'),
  // It needs the headers of libpcap. Where they are not in their usual place, CGO_CFLAGS and CGO_LDFLAGS say where.
  goreplay: fromGo('github.com/buger/goreplay', 'v1.3.2', 'goreplay'),
} as const;

const env = { ...process.env, GOPATH: join(folder, 'go'), GOBIN: join(folder, 'bin'), GOFLAGS: '-modcacherw' };

/** The program's path; undefined where it cannot be downloaded or built. */
export const installed = (name: keyof typeof recipes): string | undefined => {
  const { version, program, steps } = recipes[name];
  mkdirSync(folder, { recursive: true });
  for (const [command, ...args] of existsSync(program) ? [] : steps) {
    const { status, stderr, error } = spawnSync(command, args, { env, encoding: 'utf8' });
    if (status === 0) continue;
    const [reason = ''] = (error?.message ?? stderr).trim().split('\n').slice(-1);
    console.log(`  without ${name} ${version}, which could not be installed: ${reason}`);
    return undefined;
  }
  console.log(`  beside ${name} ${version}`);
  return program;
};
