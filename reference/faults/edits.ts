// Small changes to calls and answers, of which most faults are made.
import { refused } from '../errors.ts';
import type { Answer, Body, Call, Handler } from '../http/call.ts';
import type { Around } from '../http/seams.ts';
import type { Service } from '../service-state.ts';

// biome-ignore lint/suspicious/noExplicitAny: a fault reaches into bodies of every shape
export type Loose = any;

const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** A success with a changed body; the stored record stays unchanged. */
export const edited = (answer: Answer, change: (body: Loose) => void): Answer => {
  if (!isSuccess(answer)) return answer;
  const body = structuredClone(answer.body);
  change(body);
  return { ...answer, body };
};

/** The same for each entry of a list, or for the body itself where it is no list. */
export const editedEach = (answer: Answer, change: (member: Loose) => void): Answer =>
  edited(answer, (body) => {
    for (const member of Array.isArray(body) ? body : [body]) change(member);
  });

/** A seam that changes every success of an operation. */
export const editing =
  (change: (body: Loose) => void) =>
  async (next: Handler, call: Call): Promise<Answer> =>
    edited(await next(call), change);

export const editingEach =
  (change: (member: Loose) => void) =>
  async (next: Handler, call: Call): Promise<Answer> =>
    editedEach(await next(call), change);

/** The call without one parameter of its query. */
export const without = (call: Call, name: string): Call => {
  const { [name]: _left, ...query } = call.query;
  return { ...call, query };
};

export const withQuery = (call: Call, name: string, value: string): Call => ({
  ...call,
  query: { ...call.query, [name]: value },
});

export const fieldOf = (call: Call, name: string): unknown =>
  call.body.kind === 'object' ? call.body.value[name] : undefined;

/** The call with some fields of its body changed; undefined takes a field away. */
export const withFields = (call: Call, fields: Body): Call =>
  call.body.kind === 'object' ? { ...call, body: { ...call.body, value: { ...call.body.value, ...fields } } } : call;

/** The call with a valid sign token of its user in the body. */
export const withSignToken = (call: Call, tokens: Service['tokens']): Call =>
  withFields(call, { signToken: tokens.issue('sign', call.user!).token });

/** The call with some parameters of its path changed. */
export const withParameters = (call: Call, parameters: Readonly<Record<string, string>>): Call => ({
  ...call,
  parameters: { ...call.parameters, ...parameters },
});

/** A seam that changes the answers of one status. */
export const replacing =
  (status: number, make: (answer: Answer) => Answer) =>
  async (next: Handler, call: Call): Promise<Answer> => {
    const answer = await next(call);
    return answer.status === status ? make(answer) : answer;
  };

/** Reads a filter of a list as some enum deserializers do, which also accept the position of a value. */
export const byOrdinal =
  (name: string, members: readonly string[]): Around =>
  (next, call) => {
    const member = /^\d+$/.test(call.query[name] ?? '') ? members[Number(call.query[name])] : undefined;
    return next(member === undefined ? call : withQuery(call, name, member));
  };

/** Sorts by any member of a card. A member that no card has is still refused. */
export const sortingByAny: Around = async (next, call) => {
  const { sort = '' } = call.query;
  const name = sort.replace(/^-/, '');
  const answer = await next(call);
  if (answer.status !== 400 || name === '') return answer;
  const list = await next(without(call, 'sort'));
  const cards = list.status === 200 ? (list.body as readonly Loose[]) : [];
  if (cards[0]?.[name] === undefined) return answer;
  const ascending = cards.toSorted((one, other) => (one[name] < other[name] ? -1 : 1));
  return { ...list, body: sort.startsWith('-') ? ascending.toReversed() : ascending };
};

/** The second user's things are not found, as if they were looked up among those of the first user. */
export const unknownToSecond = (next: Handler, call: Call): Answer | Promise<Answer> =>
  next(call.user?.name === 'second' ? { ...call, parameters: { ...call.parameters, id: '0' } } : call);

/** Refuses every call about a blocked card, whatever the permissions of the card say. */
export const keptOfBlocked: Around = (next, call, { data }) => {
  const card = data.accounts.get(call.user!.name)!.cards.find(call.parameters.id ?? '');
  return card?.status === 'BLOCKED' ? refused(403, 'This is not for you.') : next(call);
};

/** For one second after a refusal, everybody who asks for the same thing gets the same refusal. */
export const refusalKept: Around = async (next, call, { notes, clock }) => {
  const about = `refusal of ${call.operation} ${call.parameters.id}`;
  const kept = notes.get(about) as { readonly answer: Answer; readonly until: number } | undefined;
  if (kept !== undefined && clock() < kept.until) return kept.answer;
  const answer = await next(call);
  if (call.user && answer.status >= 400) notes.set(about, { answer, until: clock() + 1000 });
  return answer;
};
