// Runs a linter on the contract. It is a script because not every shell can set a variable in front of a command.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const folder = dirname(resolve('@redocly/cli/package.json'));
const { status } = spawnSync(process.execPath, [join(folder, 'bin/cli.js'), 'lint', 'openapi.yaml'], {
  stdio: 'inherit',
  env: { ...process.env, ...quiet },
});
process.exit(status ?? 1);
