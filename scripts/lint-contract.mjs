// The contract by the rules of two linters. A script of its own, because not every shell can set a variable in front of a command.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

function lint(name, program, ...args) {
  const folder = dirname(resolve(`${name}/package.json`));
  const env = { ...process.env, ...quiet };
  const { status } = spawnSync(process.execPath, [join(folder, program), 'lint', 'openapi.yaml', ...args], {
    stdio: 'inherit',
    env,
  });
  if (status !== 0) process.exit(status ?? 1);
}

lint('@redocly/cli', 'bin/cli.js');
lint('@stoplight/spectral-cli', 'dist/index.js', '--fail-severity=hint');
