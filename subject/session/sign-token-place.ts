// Where a request carries the sign token that came of confirming a second factor.
import type { OperationId } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { demandedMfa, succeeded } from '../answers.ts';
import { type Call, pairsOf } from '../calls.ts';
import { known, type Names } from '../names.ts';
import type { Profile, SignTokenPlace } from '../profile/profile.ts';
import type { Ask, DemandOptions } from './demands.ts';

/** A sign token, and where it goes. */
export interface Shown {
  readonly token: string;
  readonly place: SignTokenPlace;
}

/** A call that may have to show a sign token. */
interface Asking {
  /** Whether it has a body, in which the token may go. */
  readonly hasBody: boolean;
  readonly carriedOut?: DemandOptions['carriedOut'];
  send(shown?: Shown): Promise<Exchange>;
}

/** Where an operation takes its sign token; undefined where neither the specification nor the profile says so. */
export function placeOfSignToken(id: OperationId, profile: Profile, names: Names): SignTokenPlace | undefined {
  const stated = profile.open.signTokenPlaces[id];
  if (stated) return stated;
  if (id === 'inviteMember' || id === 'exchangeSignToken') return { in: 'body', name: 'signToken' };
  const name = id === 'signPayments' ? known(names.signToken) : undefined;
  return name === undefined ? undefined : { in: 'query', name };
}

export class SignTokenPlaces {
  readonly #profile: Profile;
  readonly #found = new Map<OperationId, SignTokenPlace>();

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  /** Prepares calls of an operation that may have to carry a sign token. */
  asking(id: OperationId, names: Names, call: Asking): DemandOptions & { readonly ask: Ask } {
    const place = placeOfSignToken(id, this.#profile, names) ?? this.#found.get(id);
    const { carriedOut } = call;
    if (place === undefined) {
      // What one confirmation carries out it carries out for one call alone.
      return { ask: this.#tryingPlaces(id, names, call), takesSignToken: carriedOut !== undefined, carriedOut };
    }
    const ask: Ask = (token) => (token === undefined ? call.send() : call.send({ token, place }));
    return { ask, takesSignToken: true };
  }

  /** A confirmation alone may suffice. If the target demands another, the sign token is tried in each usual place. */
  #tryingPlaces(id: OperationId, names: Names, { hasBody, send }: Asking): Ask {
    return async (token, confirmations = 0) => {
      const place = usualPlaces(hasBody, names)[confirmations - 2];
      if (token === undefined || place === undefined) return send();
      const exchange = await send({ token, place });
      if (succeeded(exchange)) this.#found.set(id, place);
      // A refusal of the token in this place does not answer the call, so the call is sent without it.
      return succeeded(exchange) || demandedMfa(exchange) !== undefined ? exchange : send();
    };
  }
}

const usualPlaces = (hasBody: boolean, names: Names): readonly SignTokenPlace[] => [
  { in: 'query', name: known(names.signToken) ?? 'signToken' },
  ...(hasBody ? [{ in: 'body', name: 'signToken' } as const] : []),
];

export function withSignToken(input: Call, shown: Shown | undefined): Call {
  if (shown === undefined) return input;
  const { token, place } = shown;
  const field = { [place.name]: token };
  if (place.in === 'header') return { ...input, headers: [...(input.headers ?? []), [place.name, token]] };
  if (place.in === 'query') {
    const others = pairsOf(input.query ?? []).filter(([name]) => name !== place.name);
    return { ...input, query: [...others, [place.name, token]] };
  }
  return input.form
    ? { ...input, form: { ...input.form, ...field } }
    : { ...input, json: { ...(input.json as object), ...field } };
}
