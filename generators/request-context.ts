// What the requests of one operation are made from: its schema, its bodies, and what only the caller knows.
import fc from 'fast-check';
import type { Schema } from '../contract/document.ts';
import { type OperationId, operationById } from '../contract/operations.ts';
import type { Fields } from '../subject/answers.ts';
import type { CallInput } from '../subject/calls.ts';
import { formOf } from '../subject/lists.ts';
import { known, type Names, UnknownName } from '../subject/names.ts';
import type { ListSyntax } from '../subject/profile/profile.ts';
import { bodiesOf } from './bodies/bodies.ts';
import type { Bodies } from './bodies/body.ts';
import type { Defect } from './defects/defect.ts';
import { bodySchema, parametersOf } from './parameters.ts';
import { unsupported } from './values/cannot-generate.ts';

export const jsonType = 'application/json';
export const formType = 'application/x-www-form-urlencoded';

/** Values that only the caller can know. */
interface Given {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly headers?: CallInput['headers'];
  /** Members of the body, which replace generated ones. */
  readonly fields?: Fields;
}

export interface RequestOptions {
  /** Of the content types that the operation takes; the first one unless said otherwise. */
  readonly type?: string;
  readonly given?: Given;
  /** What the target calls the things that the contract leaves unnamed. */
  readonly names?: Names;
  /** Accounts that the target accepts for beneficiaries, where it does not accept every valid account. */
  readonly accounts?: readonly Fields[];
  /** See `BodyOptions`. */
  readonly fresh?: number;
}

export interface BrokenRequest {
  readonly sent: CallInput;
  /** The same request without its defect; where the defect is a bound, just within it. */
  readonly twin: CallInput;
  /** The request with the generated value, where the twin has a value at the edge of a bound instead. */
  readonly plain?: CallInput;
  readonly defect: Defect;
}

/** One defect, ready to be generated. */
export interface Breaking {
  readonly defect: Defect;
  /** Throws `CannotGenerate` when the defect would be lost in sending, as a null in a form. */
  readonly arbitrary: () => fc.Arbitrary<BrokenRequest>;
}

/** Everything that is needed to make requests. */
export interface RequestContext {
  readonly id: OperationId;
  readonly options: RequestOptions;
  readonly type: string | undefined;
  readonly schema: Schema | undefined;
  readonly bodies: Bodies | undefined;
  readonly listSyntax: ListSyntax;
  readonly valid: fc.Arbitrary<CallInput>;
  /** The request around a body. */
  readonly call: (fields: unknown) => CallInput;
}

/** Only validates: without this query, a valid request to sign payments would sign them. */
const harmlessQuery: Readonly<Partial<Record<OperationId, Given['query']>>> = { signPayments: { validate: 1 } };

export function contextOf(id: OperationId, options: RequestOptions): RequestContext {
  const { requestTypes } = operationById(id);
  const { given = {}, names, accounts = [], fresh = 0 } = options;
  const type = options.type ?? requestTypes[0];
  if (type !== undefined && !requestTypes.includes(type)) {
    throw unsupported('type', '', `${id} takes ${requestTypes.join(' or ') || 'no body'}, not ${type}`);
  }
  const open = parametersOf(id).find(({ part, nameAt }) => part === 'body' && nameAt !== undefined);
  if (open && names === undefined) throw new UnknownName(open.field, 'no names of the target were given');
  const switchName = open?.nameAt && names && open.nameAt(names);
  const found = type === undefined ? undefined : bodiesOf(id, { accounts, fresh, ...(switchName && { switchName }) });
  const bodies = found && filled(found, given.fields ?? {});
  const query = { ...harmlessQuery[id], ...given.query };
  const call = (fields: unknown): CallInput => ({
    ...(given.path && { path: given.path }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(given.headers && { headers: given.headers }),
    ...(fields !== undefined && (type === formType ? { form: present(fields as Fields) } : { json: fields })),
  });
  const valid = bodies
    ? fc.oneof({ withCrossShrink: true }, ...bodies.kinds.map(({ fields }) => fields.map(call)))
    : fc.constant(call(given.fields));
  return {
    id,
    options,
    type,
    schema: bodies && type !== undefined ? bodySchema(id, type, names) : undefined,
    bodies,
    listSyntax: (names && known(names.formArrays)) ?? 'repeat',
    valid,
    call,
  };
}

const filled = (bodies: Bodies, given: Fields): Bodies => ({
  ...bodies,
  kinds: bodies.kinds.map((kind) => ({
    ...kind,
    fields: kind.fields.map((fields) => ({ ...fields, ...given })),
  })),
});

/** A form has no null: what is null is left out. */
const present = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

/** The pairs that a form arrives as, after it has been written and read. */
export const formAsRead = (form: Fields, syntax: ListSyntax): ReadonlyArray<readonly [string, string]> => [
  ...new URLSearchParams(
    new URLSearchParams(formOf(form, syntax).map(([name, value]): [string, string] => [name, value])).toString(),
  ),
];
