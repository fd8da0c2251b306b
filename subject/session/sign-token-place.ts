// Where a request carries the sign token that a second factor was exchanged for.
import type { OperationId } from '../../contract/operations.ts';
import type { Call } from '../calls.ts';
import { known, type Names } from '../names.ts';
import type { Profile, SignTokenPlace } from '../profile/profile.ts';

/** Where an operation takes its sign token; undefined for one of which nobody said so. */
export function placeOfSignToken(id: OperationId, profile: Profile, names: Names): SignTokenPlace | undefined {
  const stated = profile.open.signTokenPlaces[id];
  if (stated) return stated;
  if (id === 'inviteMember' || id === 'exchangeSignToken') return { in: 'body', name: 'signToken' };
  const name = id === 'signPayments' ? known(names.signToken) : undefined;
  return name === undefined ? undefined : { in: 'query', name };
}

export function withSignToken(input: Call, place: SignTokenPlace, signToken: string): Call {
  const field = { [place.name]: signToken };
  if (place.in === 'header') return { ...input, headers: [...(input.headers ?? []), [place.name, signToken]] };
  if (place.in === 'query') return { ...input, query: { ...Object.fromEntries(pairs(input.query)), ...field } };
  return input.form
    ? { ...input, form: { ...input.form, ...field } }
    : { ...input, json: { ...(input.json as object), ...field } };
}

const pairs = (query: Call['query'] = []): Iterable<readonly [string, string | number | boolean]> =>
  Array.isArray(query)
    ? (query as ReadonlyArray<readonly [string, string]>)
    : Object.entries(query as Record<string, string>);
