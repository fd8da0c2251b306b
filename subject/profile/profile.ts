// The profile of a target, settled: references resolved, files read, every default in place. It exists in memory only.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { invocation } from '../../exchange/invocation.ts';
import { whyUnread } from '../../exchange/unread.ts';
import { settledDeviations } from '../deviations.ts';
import { proxyFor } from '../proxy.ts';
import { settledRules } from '../redaction/rules.ts';
import { decodeBase32 } from '../session/totp.ts';
import { ProfileError, type ProfileProblem } from './error.ts';
import type { Environment } from './references.ts';
import {
  addressOfBuild,
  settledAllowance,
  settledBuild,
  settledFixtures,
  settledOpen,
  settledUser,
} from './settling.ts';
import { type Profile, type ProfileDocument, userNames } from './shape.ts';
import { usersOfEnvironment } from './users-of-environment.ts';
import { readProfileText } from './yaml/reading.ts';
import { type Complain, textOf } from './yaml/section.ts';

export { ProfileError } from './error.ts';
export type { Environment } from './references.ts';
export * from './shape.ts';

interface LoadOptions {
  /** Takes precedence over the profile's and the environment's address. */
  readonly url?: string;
}

/** Throws a `ProfileError` that names every problem and its place. */
export function loadProfile(path: string, env: Environment, options: LoadOptions = {}): Profile {
  return readProfile(textOf(path, 'the profile'), path, env, options);
}

/** The profile of a target of which nobody wrote one: credentials from the environment, everything else discovered. */
export const defaultProfile = (env: Environment, options: LoadOptions = {}): Profile =>
  readProfile('', undefined, env, options);

/** `path`: undefined where there is no file, and the environment alone describes the target. */
export function readProfile(
  text: string,
  path: string | undefined,
  env: Environment,
  options: LoadOptions = {},
): Profile {
  const place = path ?? '';
  // The address on the command line also answers a reference to the variable that would have given it.
  const reading = readProfileText(text, place, options.url ? { ...env, ASSAY_TARGET: options.url } : env);
  const problems: ProfileProblem[] = [...reading.problems];
  const complain: Complain = (where, message) => void problems.push(reading.at(where, message));
  const document = reading.value as ProfileDocument;
  if (problems.length > 0) throw new ProfileError(path, problems);

  const url = (options.url ?? env.ASSAY_TARGET ?? document.target?.url ?? '').replace(/\/+$/, '');
  const fault = faultOfAddress(url);
  if (fault) complain('target.url', fault);
  const users = document.users ?? usersOfEnvironment(env);
  if (!users.full && !users.mfa) {
    const advice = document.users
      ? 'neither full nor mfa is among the users; one of them must log in'
      : `there are no credentials to log in with; set ASSAY_USERNAME and ASSAY_PASSWORD, or name users in a profile (${invocation} init writes one)`;
    complain('users', advice);
  }
  for (const name of userNames) {
    const code = users[name]?.mfa?.code;
    if (code && 'totp' in code && decodeBase32(code.totp) === undefined) {
      complain(
        `users.${name}.mfa.code.totp`,
        `users.${name}.mfa.code.totp is not base32 (letters A to Z, digits 2 to 7)`,
      );
    }
  }
  const permission = env.ASSAY_ALLOW;
  if (document.allow === undefined && permission && !['nothing', 'everything'].includes(permission)) {
    complain('allow', `ASSAY_ALLOW is ${permission}; expected nothing or everything`);
  }
  const tls = readTls(document, place, complain);
  const build = document.target?.build && settledBuild(document.target.build);
  if (build && fault === undefined && originOf(addressOfBuild(build, url)) !== originOf(url)) {
    complain('target.build.address', `${build.address} is not at ${originOf(url)}, where the target is`);
  }
  const redaction = settledRules(document.redaction ?? {}, complain);
  const deviations = settledDeviations(document.deviations ?? [], complain);
  if (problems.length > 0) throw new ProfileError(path, problems);

  const { target = {}, declares = {} } = document;
  const proxy = proxyFor(url, target.proxy ?? 'none', env);
  return {
    name: document.name ?? url,
    ...(path !== undefined && { file: path }),
    digest: createHash('sha256').update(text).digest('hex'),
    url,
    basePath: new URL(url).pathname.replace(/\/+$/, ''),
    headers: target.headers ?? {},
    tls,
    ...(proxy && { proxy }),
    ...(build && { build }),
    ...(target.reset && { reset: { command: target.reset, folder: dirname(resolve(place)) } }),
    timeouts: { connect: target.timeouts?.connect ?? 5000, response: target.timeouts?.response ?? 30_000 },
    users: Object.fromEntries(
      userNames.flatMap((name) =>
        users[name] ? [[name, settledUser(name, users[name], dirname(resolve(place)))]] : [],
      ),
    ),
    open: settledOpen(document.open ?? {}),
    fixtures: settledFixtures(document.fixtures ?? {}),
    allow: settledAllowance(document.allow ?? permission),
    declares: {
      success: declares.success ?? {},
      ...(declares.validationStatus !== undefined && { validationStatus: declares.validationStatus }),
      events: declares.events ?? {},
      rateLimits: declares.rateLimits ?? {},
    },
    redaction,
    deviations,
  };
}

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);

function faultOfAddress(url: string): string | undefined {
  if (url === '') return 'there is no target; give --target, ASSAY_TARGET or target.url';
  if (!URL.canParse(url) || !/^https?:/i.test(url)) return `${url} is not an http or https address`;
  const { username, password, search, hash } = new URL(url);
  if (username !== '' || password !== '') return 'the address holds credentials; they belong under users';
  return search === '' && hash === '' ? undefined : `${url} has a query or a fragment; paths are appended to it`;
}

function readTls(document: ProfileDocument, path: string, complain: Complain): Profile['tls'] {
  const files = document.target?.tls ?? {};
  if ((files.certificate === undefined) !== (files.key === undefined)) {
    complain('target.tls', 'target.tls has only one of certificate and key; a client needs both');
  }
  const texts: Record<string, string> = {};
  for (const [key, file] of Object.entries(files)) {
    const found = resolve(dirname(path), file);
    try {
      texts[key] = readFileSync(found, 'utf8');
      if (!texts[key].includes('-----BEGIN ')) complain(`target.tls.${key}`, `the file ${found} is not PEM`);
    } catch (error) {
      complain(`target.tls.${key}`, `the file ${found} cannot be read: ${whyUnread(error)}`);
    }
  }
  return texts;
}
