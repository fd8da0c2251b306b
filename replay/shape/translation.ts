// Rewrites a request for the candidate: names of the recorded server's profile become those of the candidate's profile.
import type { OperationId } from '../../contract/operations.ts';
import { type Headers, header } from '../../contract/wire.ts';
import type { ClientRequest } from '../../exchange/client/client.ts';
import { declaredNames, keyFor } from '../../subject/names.ts';
import {
  type OpenBody,
  openBodies,
  type Profile,
  type SignTokenPlace,
  type Stated,
} from '../../subject/profile/profile.ts';
import { placeOfSignToken } from '../../subject/session/sign-token-place.ts';
import { edited, namesBetween, renamedFields, switched } from './fields.ts';
import { inFormatOf } from './formats.ts';
import { firstValue, has, hasList, type Query, queryOf, renamed, rewritten, without, withValue } from './lists.ts';

interface Spoken {
  readonly query: Query;
  readonly headers: Headers;
  readonly body: Uint8Array | undefined;
}

/** The candidate's profile lacks a name that the request needs. */
class Unsaid extends Error {}

export type Translate = (operation: string, request: ClientRequest) => ClientRequest | { readonly because: string };

/** `from`: the profile of the server that was recorded. */
export const translation =
  (from: Profile, to: Profile): Translate =>
  (operation, request) => {
    const [path, query = ''] = request.path.split(/\?(.*)/s, 2) as [string, string?];
    const { headers = [] } = request;
    const body = typeof request.body === 'string' ? Buffer.from(request.body) : request.body;
    try {
      const id = operation as OperationId;
      const steps = [parameters, lists, signToken, members];
      const spoken = steps.reduce<Spoken>((said, step) => step(said, id, from, to), {
        query: queryOf(query),
        headers,
        body,
      });
      const { body: _, ...rest } = request;
      return {
        ...rest,
        path: spoken.query.length === 0 ? path : `${path}?${spoken.query.join('&')}`,
        headers: spoken.headers,
        ...(spoken.body && { body: spoken.body }),
      };
    } catch (error) {
      if (error instanceof Unsaid) return { because: error.message };
      throw error;
    }
  };

type Translating = (said: Spoken, id: OperationId, from: Profile, to: Profile) => Spoken;

const purposes: Readonly<Partial<Record<OperationId, ReadonlyArray<'statusFilter' | 'typeFilter' | 'sort' | 'flag'>>>> =
  {
    listCards: ['statusFilter', 'typeFilter', 'sort'],
    listCardsV1: ['statusFilter', 'typeFilter', 'sort'],
    exchangeSignToken: ['flag'],
    inviteMember: ['flag'],
  };

const parameters: Translating = (said, id, from, to) => {
  const query = (purposes[id] ?? []).reduce((pairs, purpose) => {
    const key = keyFor(id, purpose) as 'sort';
    const name = valueIn(from.open[key]);
    if (name === undefined || !has(pairs, name)) return pairs;
    return renamed(pairs, name, saidOf(to.open[key], key));
  }, said.query);
  return { ...said, query };
};

const lists: Translating = (said, _id, from, to) => {
  const query = (['expand', 'include'] as const).reduce((pairs, key) => {
    const name = valueIn(from.open[key]);
    if (name === undefined || !hasList(pairs, name)) return pairs;
    const put = rewritten(pairs, name, saidOf(to.open[key], key));
    if (put === undefined) throw unsaid(`${key}.list`);
    return put;
  }, said.query);
  return { ...said, query };
};

const signToken: Translating = (said, id, from, to) => {
  const place = placeOfSignToken(id, from, declaredNames(from.open));
  const token = place && tokenAt(said, place);
  if (place === undefined || token === undefined) return said;
  const other = placeOfSignToken(id, to, declaredNames(to.open));
  if (other === undefined) throw unsaid(id === 'signPayments' ? 'signToken' : `signTokenPlaces.${id}`);
  return other.in === place.in && other.name === place.name ? said : withToken(withoutToken(said, place), other, token);
};

const tokenAt = ({ query, headers, body }: Spoken, { in: where, name }: SignTokenPlace): string | undefined => {
  if (where === 'query') return firstValue(query, name);
  if (where === 'header') return header(headers, name);
  let token: unknown;
  edited(body, headers, (fields) => {
    token = fields[name];
    return fields;
  });
  return typeof token === 'string' ? token : undefined;
};

const withoutToken = (said: Spoken, { in: where, name }: SignTokenPlace): Spoken => {
  if (where === 'query') return { ...said, query: without(said.query, name) };
  if (where === 'header')
    return { ...said, headers: said.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase()) };
  const body = edited(said.body, said.headers, ({ [name]: _, ...rest }) => rest);
  return { ...said, body };
};

const withToken = (said: Spoken, { in: where, name }: SignTokenPlace, token: string): Spoken => {
  if (where === 'query') return { ...said, query: withValue(said.query, name, token) };
  if (where === 'header') return { ...said, headers: [...said.headers, [name, token]] };
  // The token may be the only content of the body.
  const isJson = said.body === undefined || /json/i.test(header(said.headers, 'content-type') ?? 'json');
  if (said.body === undefined || (isJson && said.body.length === 0)) {
    const headers = [...said.headers.filter(([each]) => each.toLowerCase() !== 'content-type')];
    const body = Buffer.from(JSON.stringify({ [name]: token }));
    return { ...said, headers: [...headers, ['content-type', 'application/json']], body };
  }
  return { ...said, body: edited(said.body, said.headers, (fields) => ({ ...fields, [name]: token })) };
};

const members: Translating = (said, id, from, to) => {
  const { headers } = said;
  if (id === 'setSmsBalanceNotification') {
    const field = valueIn(from.open.smsField);
    if (field === undefined) return said;
    return {
      ...said,
      body: edited(said.body, headers, (fields) =>
        field.name in fields ? switched(fields, field, saidOf(to.open.smsField, 'smsField')) : fields,
      ),
    };
  }
  if (!(openBodies as readonly string[]).includes(id)) return said;
  const [one, other] = [valueIn(from.open.bodies[id as OpenBody]), valueIn(to.open.bodies[id as OpenBody])];
  if (one === undefined || other === undefined) return said;
  const names = namesBetween(one, other);
  const named = { ...said, body: edited(said.body, headers, (fields) => renamedFields(fields, names)) };
  return inFormatOf(named, one, other);
};

const valueIn = <Value>(stated: Stated<Value>): Value | undefined =>
  stated.kind === 'declared' ? stated.value : undefined;

const saidOf = <Value>(stated: Stated<Value>, key: string): Value => {
  const value = valueIn(stated);
  if (value === undefined) throw unsaid(key);
  return value;
};

const unsaid = (key: string): Unsaid =>
  new Unsaid(`the candidate's profile does not declare open.${key}, which it uses`);
