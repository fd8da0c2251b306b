// assay token: an access token and nothing else, for the curl lines of a report.
import { type Command, Option } from 'commander';
import { createApi } from '../../../subject/api.ts';
import { basic } from '../../../subject/connection.ts';
import { type UserName, userNames } from '../../../subject/profile/profile.ts';
import { exit, UsageError } from '../../exit.ts';
import { profileOption, targetOption } from '../../options.ts';
import { noLogin } from '../../target/no-login.ts';
import { profileFrom } from '../../target/profile-from.ts';
import type { Help } from '../../words/help.ts';

interface TokenOptions {
  readonly target?: string;
  readonly profile?: string;
  readonly user?: UserName;
  readonly basic?: true;
}

export const takes = (command: Command): Command =>
  command
    .addOption(targetOption())
    .addOption(profileOption())
    .addOption(
      new Option('--user <name>', 'whose token; by default of the user who may do most').choices([...userNames]),
    )
    .option('--basic', 'print the Basic credentials instead, and send nothing');

export const help: Help = {
  examples: [['token --profile assay-profile.yaml --user mfa', 'the token of the user with a second factor']],
  exits: {
    0: 'the token is printed, and nothing else is',
    2: 'usage or profile error; nothing was sent',
    3: 'no token: target unreachable, or login refused',
  },
};

export async function run(options: TokenOptions): Promise<number> {
  // Nothing is sent for Basic credentials, so it does not matter where to.
  const profile = profileFrom({ ...(options.basic && { target: 'http://127.0.0.1' }), ...options });
  const { user } = options;
  if (user !== undefined && profile.users[user] === undefined) {
    throw new UsageError(`the profile has no user ${user}; it has ${Object.keys(profile.users).join(', ')}`);
  }
  const api = createApi(profile);
  try {
    if (options.basic) return print(basic(profile.users[user ?? api.user.name] ?? api.user).replace(/^Basic /, ''));
    const login = await api.login(user);
    if (login.kind === 'loggedIn') return print(await login.session.accessToken());
    process.stderr.write(`${noLogin(login, profile, user ?? api.user.name)}\n`);
    return exit.undecided;
  } finally {
    await api.close();
  }
}

function print(secret: string): number {
  process.stdout.write(`${secret}\n`);
  return exit.passed;
}
