// What a run needs before its first test: a profile, a target that answers, a login that works, and the open names.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Exchange, Times } from '../exchange/exchange.ts';
import { newKey } from '../exchange/redaction/pseudonym.ts';
import { profileOf } from '../harness/profile-of.ts';
import type { Settings } from '../harness/settings.ts';
import { startReference } from '../reference/service.ts';
import { createApi } from '../subject/api.ts';
import { known } from '../subject/names.ts';
import { type FailedLogin, SessionLost } from '../subject/session/session.ts';
import { discoverOnceAwake, isStarting } from '../subject/start/awake.ts';
import { choicesOf } from '../subject/stated/choices.ts';
import { expectedBuild } from '../subject/stated/expected-build.ts';
import { acceptedBy } from './accepted.ts';
import { sideBySide } from './run/processes.ts';
import { afterWaiting, noLogin } from './target/no-login.ts';
import { listening } from './target/silent.ts';

const referenceProfile = fileURLToPath(new URL('../reference/profile.yaml', import.meta.url));

export type Preparation =
  | { readonly kind: 'ready'; readonly settings: Settings; close(): Promise<void> }
  /** The target cannot be judged, because it cannot be reached or refuses the login. */
  | { readonly kind: 'no verdict'; readonly reason: string; readonly settings: Settings };

/**
 * Starts the reference service where no target was named. Throws a ProfileError before anything is sent. `wait`: how many seconds
 * for a target that is still starting. `begins`: called when everything that was given has been read.
 */
export async function prepare(asked: Settings, wait = 0, begins = (): void => {}): Promise<Preparation> {
  const embedded = asked.target === undefined && asked.profile === undefined;
  const receiver = embedded ? await freePort() : undefined;
  const webhook = { url: `http://127.0.0.1:${receiver}/` };
  const service = embedded ? await startReference({ seed: 1, webhook }) : undefined;
  const close = async () => service?.close();
  try {
    const settings: Settings = {
      ...asked,
      pseudonymKey: asked.pseudonymKey ?? newKey().toString('base64'),
      ...(service && { target: service.url, embedded: true, profile: referenceProfile }),
      ...(receiver && { receiver }),
    };
    const preparation = await findOut(settings, wait, begins);
    if (preparation.kind === 'ready') return { ...preparation, close };
    await close();
    return preparation;
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * A free port for the receiver of deliveries, chosen at random so that runs on one machine do not choose the same. It lies outside the
 * range of outgoing connections, because one of the run's many connections could otherwise take it before the receiver listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(18_500, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

async function findOut(settings: Settings, wait: number, begins: () => void) {
  const profile = profileOf(settings);
  const accepted = acceptedBy(profile, settings.accept);
  begins();
  const seen: Times[] = [];
  const heard = listening(profile);
  const observer = (exchange: Exchange) => {
    seen.push(exchange.times);
    heard.note(exchange);
  };
  const api = createApi(profile, { observer });
  const noVerdict = (reason: string) =>
    ({ kind: 'no verdict', reason, settings: { ...settings, accepted, target: profile.url } }) as const;
  const withoutLogin = (failed: FailedLogin) => {
    const waited = isStarting(failed.exchange) ? afterWaiting(wait) : '';
    return noVerdict(noLogin(failed, profile, api.user.name) + waited);
  };
  try {
    const found = await discoverOnceAwake(api, wait);
    if (found.kind !== 'discovered') return withoutLogin(found);
    const silence = heard.silence();
    if (silence !== undefined) return noVerdict(silence);
    const { names, spentDrafts } = found.discovery;
    const expected = await expectedBuild(profile, settings.build);
    if (expected.kind === 'contradicted') return { kind: 'no verdict', reason: expected.because, settings } as const;
    // The target allows one session per user, so two processes would keep ending each other's.
    const alone = known(names.sessionsPerUser) === 'one';
    const ready = {
      ...settings,
      ...(alone ? { workers: 1 } : await sideBySide(api, seen, settings)),
      accepted,
      target: profile.url,
      ...(expected.build && { build: expected.build }),
      found: { names, spentDrafts },
      choices: choicesOf(profile, names),
      prepared: true,
    };
    return { kind: 'ready', settings: ready } as const;
  } catch (error) {
    // The target accepted the first logins, but refuses a later one, by which the run finds out how many sessions are possible.
    if (error instanceof SessionLost) return withoutLogin(error.login);
    throw error;
  } finally {
    await api.close();
  }
}
