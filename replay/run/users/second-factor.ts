// Confirms a second factor that the candidate demands where the recorded build did not, with the profile's code, so that the demand
// is one difference and does not stop the steps after it.

import type { OperationId } from '../../../contract/operations.ts';
import { exactJson, jsonText } from '../../../contract/text/exact-json.ts';
import { header } from '../../../contract/wire.ts';
import { bodyText } from '../../../exchange/body-text.ts';
import type { ClientRequest } from '../../../exchange/client/client.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { demandedMfa, textWithin } from '../../../subject/answers.ts';
import type { Connection } from '../../../subject/connection.ts';
import { declaredNames } from '../../../subject/names.ts';
import type { Profile, User } from '../../../subject/profile/profile.ts';
import { createDemands, type Demands } from '../../../subject/session/demands.ts';
import type { Confirmer } from '../../../subject/session/mfa.ts';
import { signIn } from '../../../subject/session/session.ts';
import { placeOfSignToken, type Shown, SignTokenPlaces } from '../../../subject/session/sign-token-place.ts';
import { readTokens, type Tokens } from '../../../subject/session/tokens.ts';
import { isDemand, type Read } from '../../compare/answers.ts';
import type { Difference } from '../../compare/difference.ts';
import { nameKey, type Renaming } from '../../correlate/renaming.ts';
import type { Step } from '../../plan/steps.ts';

type LivedThrough =
  /** The operation's own answer, after the demand. */
  | { readonly kind: 'answered'; readonly exchange: Exchange }
  /** The tokens that a login brings after the demand. */
  | { readonly kind: 'loggedIn'; readonly tokens: Tokens };

interface Answered {
  readonly exchange: Exchange;
  /** Its body as it was read; undefined when there was no answer. */
  readonly got: Read | undefined;
}

export interface SecondFactor {
  /** Undefined where nothing was demanded, where the recording has a demand or a refused login, or where the demand cannot be met. */
  past(step: Step, user: User | undefined, request: ClientRequest, first: Answered): Promise<LivedThrough | undefined>;
  /** Why a demand is not met. */
  whyUnmet(step: Step, user: User | undefined): string;
}

export const unaskedDemand: Difference = {
  kind: 'value',
  field: 'second factor',
  at: 'second factor',
  recorded: 'not demanded',
  got: 'demanded',
};

/** Operations that confirm a demand or follow its confirmation, so that theirs is not confirmed here. */
const ofConfirming: ReadonlySet<string> = new Set(['confirmMfa', 'exchangeSignToken']);

export const createSecondFactor = (
  profile: Profile,
  connection: Connection,
  confirmerOf: (user: User) => Confirmer,
): SecondFactor => {
  const names = declaredNames(profile.open);
  const places = new SignTokenPlaces(profile);
  const demands = new Map<string, Demands>();
  const demandsOf = (user: User): Demands => {
    const known = demands.get(user.name) ?? createDemands(confirmerOf(user));
    demands.set(user.name, known);
    return known;
  };

  const loggedIn = async (user: User, mfaToken: string): Promise<LivedThrough | undefined> => {
    const confirmation = await confirmerOf(user).confirm(mfaToken);
    if (confirmation.kind !== 'confirmed') return undefined;
    const begun = await signIn(connection, user, confirmation.signToken);
    return begun.kind === 'begun' ? { kind: 'loggedIn', tokens: begun.tokens } : undefined;
  };

  const isPlaceKnown = ({ key }: Step['operation']): boolean =>
    placeOfSignToken(key as OperationId, profile, names) !== undefined;

  return {
    whyUnmet({ operation }, user) {
      const unmet = 'the candidate demands a second factor that could not be confirmed';
      return user?.mfa === undefined || isPlaceKnown(operation)
        ? unmet
        : `${unmet}: open.signTokenPlaces.${operation.key} may have to say where its token goes`;
    },
    async past({ operation, response, body }, user, request, { exchange: first, got }) {
      if (got && 'json' in got && textWithin(got.json, 'mfaToken') === undefined) return undefined;
      const mfaToken = demandedMfa(first);
      const isRefusedLogin = operation.key === 'login' && (response?.status ?? 0) >= 400;
      const isRecorded = response === undefined || isRefusedLogin || isDemand(body);
      if (mfaToken === undefined || isRecorded || user === undefined || ofConfirming.has(operation.key))
        return undefined;
      if (operation.key === 'login') return loggedIn(user, mfaToken);
      let isFirst = true;
      const send = async (shown?: Shown): Promise<Exchange> => {
        if (!isFirst) return connection.send(shown ? signed(request, shown) : request);
        isFirst = false;
        return first;
      };
      const hasBody = request.body !== undefined && request.body.length > 0;
      const { ask, takesSignToken } = places.asking(operation.key as OperationId, names, { hasBody, send });
      const exchange = await demandsOf(user).livedThrough(ask, { takesSignToken });
      return demandedMfa(exchange) === undefined ? { kind: 'answered', exchange } : undefined;
    },
  };
};

const signed = (request: ClientRequest, { token, place: { in: where, name } }: Shown): ClientRequest => {
  const { path, headers = [], body } = request;
  if (where === 'header') return { ...request, headers: [...headers, [name, token]] };
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(token)}`;
  if (where === 'query') return { ...request, path: `${path}${path.includes('?') ? '&' : '?'}${pair}` };
  const text = typeof body === 'string' ? body : body && bodyText(body)?.text;
  if (/form-urlencoded/i.test(header(headers, 'content-type') ?? ''))
    return { ...request, body: text ? `${text}&${pair}` : pair };
  return { ...request, body: jsonText({ ...(exactJson(text || '{}') as object), [name]: token }) };
};

/** Binds the tokens that the recorded login brought to those that this one brought in the end. */
export const bindTokens = (renaming: Renaming, recorded: unknown, live: Tokens): void => {
  const then = readTokens(recorded, 0);
  const bind = (name: string | undefined, token: string | undefined): void => {
    const key = name === undefined ? undefined : nameKey(name, undefined);
    if (key !== undefined && token !== undefined) renaming.bind(key, token, token);
  };
  bind(then?.access, live.access);
  bind(then?.refresh, live.refresh);
};
