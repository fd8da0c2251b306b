// Turns the mfaToken of an MFA demand into a sign token.
import type { Exchange } from '../../exchange/exchange.ts';
import { inWords, jsonOf, statusOf, succeeded, textWithin } from '../answers.ts';
import { basic, type Connection } from '../connection.ts';
import type { MfaType, RequestIdSource, User } from '../profile/profile.ts';
import { patientAtLogin } from '../waiting/patience.ts';
import { type Codes, createCodes, NoCode } from './codes.ts';
import { claimsOf } from './tokens.ts';

export type Confirmation =
  | { readonly kind: 'confirmed'; readonly exchange: Exchange; readonly signToken: string }
  | { readonly kind: 'refused'; readonly exchange: Exchange; readonly because: string }
  | { readonly kind: 'unreachable'; readonly exchange: Exchange; readonly because: string }
  | { readonly kind: 'notUnderstood'; readonly exchange?: Exchange; readonly because: string };

/** The values that a confirmation sends. */
export interface Factor {
  readonly type: MfaType;
  readonly requestId: string;
  readonly code: string;
}

export interface Confirmer {
  confirm(mfaToken: string): Promise<Confirmation>;
  /** The values that should confirm this demand; undefined when the profile does not say how this user confirms. */
  factor(mfaToken: string): Promise<Factor | undefined>;
  /** The same for a request that the target must refuse: the code is not used up, so the next confirmation may send it too. */
  unsentFactor(mfaToken: string): Promise<Factor | undefined>;
  /** Whether each confirmation has to wait for another code. */
  readonly waitsForCodes: boolean;
  /** Notes whether the target accepted the code of such a factor. Returns whether another code may be tried. */
  taken(isConfirmed: boolean): boolean;
}

/** Starts after one microtask, as `oneAtATime` does when idle, so that confirmations of several users keep the order of the calls. */
const atOnce = <Result>(work: () => Promise<Result>): Promise<Result> => Promise.resolve().then(work);

/** For codes that change: a target may refuse the second of two confirmations with the same code as a replay. */
function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}

/** Remembers, for one user, how the target derives request ids and whether it refuses replayed codes. */
export function createConfirmer(connection: Connection, user: User): Confirmer {
  const codes = user.mfa && createCodes(user.mfa.code, user.name, connection.usedCodes);
  const inTurn = user.mfa?.code.kind === 'fixed' ? atOnce : oneAtATime();
  let known: Guess | undefined;

  async function confirm(mfaToken: string): Promise<Confirmation> {
    if (!user.mfa || !codes) return nothingToConfirmWith(user);
    const guesses = known ? [known] : guessesFor(user.mfa.requestId, mfaToken);
    const first = await tryGuesses(guesses, mfaToken, codes);
    if (first.kind !== 'refused' || !codes.refused()) return first;
    return tryGuesses(guesses, mfaToken, codes);
  }

  async function tryGuesses(guesses: readonly Guess[], mfaToken: string, source: Codes): Promise<Confirmation> {
    let refusal: Confirmation = { kind: 'notUnderstood', because: 'the mfaToken has no claim that the profile names' };
    const code = await source.next(mfaToken);
    for (const guess of guesses) {
      const requestId = guess(mfaToken);
      if (requestId === undefined) continue;
      const confirmation = await submit(requestId, code);
      if (confirmation.kind === 'confirmed') {
        known = guess;
        source.accepted();
      }
      if (confirmation.kind !== 'refused') return confirmation;
      refusal = confirmation;
    }
    return refusal;
  }

  async function submit(requestId: string, code: string): Promise<Confirmation> {
    const exchange = await connection.send(
      {
        method: 'POST',
        path: `/v2/mfa/${user.mfa?.type}/sign/${encodeURIComponent(requestId)}`,
        headers: [
          ['authorization', basic(user)],
          ['content-type', 'application/json'],
        ],
        body: JSON.stringify({ code }),
        user: user.name,
      },
      patientAtLogin,
    );
    const because = inWords(exchange);
    if (exchange.outcome.kind === 'failed') return { kind: 'unreachable', exchange, because };
    const body = jsonOf(exchange);
    const signToken = textWithin(body, 'data', 'signToken') ?? textWithin(body, 'signToken');
    if (succeeded(exchange) && signToken !== undefined) return { kind: 'confirmed', exchange, signToken };
    const status = statusOf(exchange)!;
    return status >= 400 && status < 500
      ? { kind: 'refused', exchange, because: `the code was not accepted: ${because}` }
      : { kind: 'notUnderstood', exchange, because: `${because}, where a sign token was expected` };
  }

  async function factor(mfaToken: string, codeFor: (mfaToken: string) => Promise<string>): Promise<Factor | undefined> {
    if (!user.mfa) return undefined;
    const [guess] = known ? [known] : guessesFor(user.mfa.requestId, mfaToken);
    const requestId = guess?.(mfaToken);
    return requestId === undefined ? undefined : { type: user.mfa.type, requestId, code: await codeFor(mfaToken) };
  }

  const withoutCode = (error: unknown): string => {
    if (error instanceof NoCode) return error.message;
    throw error;
  };

  return {
    confirm: (mfaToken) =>
      inTurn(() => confirm(mfaToken)).catch((error: unknown) => ({
        kind: 'notUnderstood',
        because: withoutCode(error),
      })),
    factor: async (mfaToken) =>
      codes && factor(mfaToken, codes.next).catch((error: unknown) => void withoutCode(error)),
    unsentFactor: async (mfaToken) =>
      codes && factor(mfaToken, codes.unsent).catch((error: unknown) => void withoutCode(error)),
    get waitsForCodes() {
      return codes?.areGoodOnce ?? false;
    },
    taken(isConfirmed) {
      if (!isConfirmed) return codes?.refused() ?? false;
      codes?.accepted();
      return false;
    },
  };
}

const nothingToConfirmWith = (user: User): Confirmation => ({
  kind: 'notUnderstood',
  because: `the target demands a second factor of the ${user.name} user, and the profile has no users.${user.name}.mfa`,
});

type Guess = (mfaToken: string) => string | undefined;

const claim =
  (name: string): Guess =>
  (mfaToken) => {
    const value = claimsOf(mfaToken)?.[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
const same: Guess = (mfaToken) => mfaToken;

// Claims named after the request come first, then the token itself, then claims of general names.
const telling = ['requestId', 'request_id', 'mfaRequestId', 'mfa_request_id', 'rid', 'mfaId', 'mfa_id'];
const vague = ['jti', 'id', 'sub'];

function guessesFor(source: RequestIdSource, mfaToken: string): readonly Guess[] {
  if (source === 'same') return [same];
  if (source !== 'discover') return 'claim' in source ? [claim(source.claim)] : [() => source.given];
  const present = (names: readonly string[]) => names.map(claim).filter((guess) => guess(mfaToken) !== undefined);
  return [...present(telling), same, ...present(vague)];
}
