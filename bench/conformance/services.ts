// Starts the reference service by its own command, correct or with a fault, and gets a token with which another tool may call it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { command } from '../replay/running.ts';

export const profile = 'reference/profile.yaml';

export interface Served {
  readonly url: string;
  readonly token: string;
  end(): Promise<unknown>;
}

export const serve = async (fault?: string): Promise<Served> => {
  const args = ['serve', '--port', '0', ...(fault === undefined ? [] : ['--fault', fault])];
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const url = said.slice(said.indexOf('http://')).split(' ')[0] as string;
  const asked = [command, 'token', '--target', url, '--profile', profile, '--user', 'full'];
  return {
    url,
    token: spawnSync(process.execPath, asked, { encoding: 'utf8' }).stdout.trim(),
    end: () => {
      child.kill();
      return once(child, 'close');
    },
  };
};
