// Mutants of how a service accepts requests: for every constraint one that accepts what breaks it, and one that refuses what is just within it.
import type { Schema } from '../../contract/document.ts';
import { type OperationId, operationById, type Security } from '../../contract/operations.ts';
import { constraintsOf } from '../../generators/defects/constraints.ts';
import { bodySchema, parametersOf } from '../../generators/parameters.ts';
import { operation as requestsOf } from '../../generators/requests.ts';
import type { Answer, Call } from '../../reference/http/call.ts';
import type { Names } from '../../subject/names.ts';
import type { Evidence } from './evidence.ts';
import type { Fate } from './fate.ts';
import { type Tampering, tried } from './trials.ts';

export interface RequestMutant {
  readonly operation: OperationId;
  readonly does: 'accepts' | 'refuses';
  /** For example `/company_name: maxLength, too long` or `query status: ACTIVE`. */
  readonly what: string;
  /** Whether the mutant changes the answer to this request. */
  readonly meets: (request: Request) => boolean;
}

/** A request as it arrived. */
interface Request {
  readonly type: string;
  readonly query: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, string>>;
  /** Undefined where the body cannot be read. */
  readonly body: unknown;
  readonly isForm: boolean;
}

function requestMutants(id: OperationId, names: Names): readonly RequestMutant[] {
  return [...accepting(id, names), ...refusing(id, names)];
}

function accepting(operation: OperationId, names: Names): readonly RequestMutant[] {
  const found = new Map<string, RequestMutant>();
  for (const type of typesOf(operation)) {
    for (const defect of requestsOf(operation).defects({ ...(type && { type }), names })) {
      const { part, field, breaks, by, strength } = defect;
      const isBroken = breakings[breaks]?.(by, operation, field, names);
      // A service may accept what is only observed.
      if (strength === 'observe' || isBroken === undefined) continue;
      const what = `${part} ${field}: ${breaks}, ${by}`;
      const values = valuesAt(part, field, operation, names);
      found.set(what, { operation, does: 'accepts', what, meets: (request) => isBroken(values(request), request) });
    }
  }
  return [...found.values()];
}

type IsBroken = (values: readonly unknown[], request: Request) => boolean;

type Breaking = (by: string, operation: OperationId, field: string, names: Names) => IsBroken;

const some =
  (test: (value: unknown) => boolean): IsBroken =>
  (values) =>
    values.some(test);

const jsonType = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' && !Number.isInteger(value)) return 'fraction';
  if (typeof value === 'string') return /^-?\d+$/.test(value) ? 'numeric text' : 'text';
  return typeof value;
};

const absent: Breaking =
  () =>
  (values, { body }) =>
    body !== undefined && values.length === 0;

const length = (value: unknown): number => (typeof value === 'string' ? [...value].length : Number.NaN);

/** By the keyword that is broken. Other keywords are missing, because a service cannot see from the request alone whether they are broken. */
const breakings: Readonly<Record<string, Breaking>> = {
  type:
    (by, _operation, field) =>
    (values, { isForm }) =>
      !isForm &&
      values.some(
        (value) => jsonType(value) === by || (by === 'text' && jsonType(value) === 'numeric text' && field !== ''),
      ),
  maxLength: (_by, ...at) => some((value) => length(value) > (boundOf('maxLength', ...at) as number)),
  minLength: (_by, ...at) => some((value) => length(value) < (boundOf('minLength', ...at) as number)),
  minimum: (_by, ...at) => some((value) => Number(value) < (boundOf('minimum', ...at) as number)),
  minItems: () => some((value) => Array.isArray(value) && value.length === 0),
  enum: (by, ...at) =>
    some((value) => misspelling(value, (boundOf('enum', ...at) as readonly unknown[]).map(String)) === by),
  format: () =>
    some((value) => typeof value === 'string' && !/^(\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i.test(value)),
  required: absent,
  condition: absent,
  syntax:
    () =>
    (_values, { type, body }) =>
      type.includes('json') && body === undefined,
  contentType:
    (by) =>
    (_values, { type }) =>
      type.startsWith(by),
};

/** The way in which a value is none of the lawful ones. */
function misspelling(value: unknown, lawful: readonly string[]): string | undefined {
  const text = String(value);
  if (lawful.includes(text) || typeof value === 'object') return undefined;
  const isNumeric = lawful.every((entry) => /^\d+$/.test(entry));
  if (isNumeric) return /^-?\d+$/.test(text) ? 'outside' : /^-?[\d.]+$/.test(text) ? 'between' : 'text';
  if (lawful.includes(text.trim())) return 'padded';
  if (lawful.some((entry) => entry.toLowerCase() === text.toLowerCase())) return 'other case';
  return /[^ -~]/.test(text) ? 'homoglyph' : 'outside';
}

function refusing(operation: OperationId, names: Names): readonly RequestMutant[] {
  const of = (what: string, meets: RequestMutant['meets']): RequestMutant => ({
    operation,
    does: 'refuses',
    what,
    meets,
  });
  const found = new Map<string, RequestMutant>();
  const add = (mutant: RequestMutant) => void found.set(mutant.what, mutant);
  for (const type of typesOf(operation)) {
    if (type === undefined) continue;
    add(of(`every ${type}`, (request) => request.type.startsWith(type)));
    const schema = bodySchema(operation, type, names);
    for (const { field, keyword, value, own } of schema ? constraintsOf(schema) : []) {
      if (field === '') continue;
      const values = valuesAt('body', field, operation, names);
      add(of(`body ${field}: any`, (request) => values(request).length > 0));
      if (own['type'] !== undefined && [own['type']].flat().includes('null'))
        add(of(`body ${field}: null`, (request) => values(request).includes(null)));
      const isOptional = !(schemaRequired(schema!).includes(field.slice(1)) || field.includes('*'));
      if (isOptional)
        add(of(`body ${field}: none`, (request) => request.body !== undefined && values(request).length === 0));
      for (const [edge, isAt] of edges(keyword, value))
        add(of(`body ${field}: ${edge}`, (request) => values(request).some(isAt)));
    }
  }
  for (const { part, field, schema } of parametersOf(operation).filter((parameter) => parameter.part !== 'body')) {
    const values = valuesAt(part, field, operation, names);
    const allowed =
      typeof schema === 'object' ? constraintsOf(schema).find(({ keyword }) => keyword === 'enum') : undefined;
    for (const [edge, isAt] of edges('enum', allowed?.value ?? [])) {
      add(of(`${part} ${field}: ${edge}`, (request) => values(request).some(isAt)));
    }
    if (part === 'query') add(of(`${part} ${field}: none`, (request) => values(request).length === 0));
  }
  return [...found.values()];
}

const schemaRequired = (schema: Schema): readonly string[] =>
  constraintsOf(schema)
    .filter(({ keyword, conditional }) => keyword === 'required' && !conditional)
    .map(({ field }) => field.slice(1));

/** The values just within a constraint. */
function edges(keyword: string, bound: unknown): readonly (readonly [string, (value: unknown) => boolean])[] {
  if (keyword === 'enum') {
    return (bound as readonly unknown[]).map((entry) => [String(entry), (value) => String(value) === String(entry)]);
  }
  if (keyword === 'maxLength') return [[`${bound} characters`, (value) => length(value) === bound]];
  if (keyword === 'minimum') return [[String(bound), (value) => value !== null && Number(value) === bound]];
  if (keyword === 'minItems') return [[`${bound} items`, (value) => Array.isArray(value) && value.length === bound]];
  return [];
}

const typesOf = (operation: OperationId): readonly (string | undefined)[] => {
  const { requestTypes } = operationById(operation);
  return requestTypes.length > 0 ? requestTypes : [undefined];
};

function boundOf(keyword: string, operation: OperationId, field: string, names: Names): unknown {
  const schemas = [
    ...operationById(operation).requestTypes.map((type) => bodySchema(operation, type, names)),
    ...parametersOf(operation)
      .filter((parameter) => parameter.field === field)
      .map(({ schema }) => schema),
  ];
  const constraints = schemas.flatMap((schema) => (schema === undefined ? [] : constraintsOf(schema)));
  const bound = constraints.find((entry) => entry.keyword === keyword && (entry.field === field || entry.field === ''));
  if (bound === undefined) throw new Error(`${operation} has no ${keyword} at ${field}`);
  return bound.value;
}

/** The values of a request at a place; none where it has none. */
function valuesAt(
  part: string,
  field: string,
  operation: OperationId,
  names: Names,
): (request: Request) => readonly unknown[] {
  if (part === 'path') return ({ parameters }) => [parameters[field]];
  if (part === 'query') {
    const nameAt = parametersOf(operation).find(
      (parameter) => parameter.part === part && parameter.field === field,
    )?.nameAt;
    const name = nameAt?.(names) ?? field;
    return ({ query }) => (query[name] === undefined ? [] : [query[name]]);
  }
  return ({ body }) =>
    field
      .split('/')
      .slice(1)
      .reduce<readonly unknown[]>(
        (values, step) => values.flatMap((value) => within(value, step)),
        body === undefined ? [] : [body],
      );
}

function within(value: unknown, step: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (step === '*') return Array.isArray(value) ? value : [];
  return step in value ? [(value as Record<string, unknown>)[step]] : [];
}

function requestOf({ headers, query, parameters, bytes }: Call): Request {
  const type = headers['content-type'] ?? '';
  const isForm = type.includes('form');
  return { type, query, parameters, isForm, body: isForm ? formOf(bytes.toString()) : jsonOf(bytes.toString()) };
}

const formOf = (text: string): unknown => {
  const fields: Record<string, unknown> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const name = key.replace(/\[\d*\]$/, '');
    const before = fields[name];
    fields[name] = name === key && before === undefined ? value : [...[before ?? []].flat(), value];
  }
  return fields;
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A refusal because the request is wrong, and not because of who sent it or how often. */
const isRefusal = (answer: Answer): boolean =>
  tellsProblems(answer) || (answer.status >= 400 && answer.status < 500 && ![401, 403, 429].includes(answer.status));

const isSuccess = (answer: Answer): boolean => answer.status < 300 && !tellsProblems(answer) && !isDemand(answer);

/** A demand for a second factor is no success, because nothing has been carried out yet. */
const isDemand = ({ body }: Answer): boolean =>
  (body as { readonly status?: unknown } | null)?.status === 'MFA_REQUIRED';

/** A beneficiary is refused by a success that lists its problems (Errors, rule 7). */
function tellsProblems({ status, body }: Answer): boolean {
  const { errors } = (body ?? {}) as { readonly errors?: unknown };
  return status < 300 && Array.isArray(errors) && errors.length > 0;
}

/** Answers what a mutant accepts with the latest success, and what it refuses with a refusal that the operation may give. */
const taking =
  ({ kept }: Evidence): Tampering<RequestMutant> =>
  (mutants, met) => {
    const latest = new Map<string, Answer>();
    const known = (operation: OperationId, is: (answer: Answer) => boolean): Answer | undefined =>
      kept.find(({ call, answer }) => call.operation === operation && is(answer))?.answer;
    const otherwise = (does: RequestMutant['does'], operation: OperationId): Answer | undefined =>
      does === 'accepts'
        ? (latest.get(operation) ?? known(operation, isSuccess))
        : (known(operation, isRefusal) ?? forbidden[operationById(operation).security]);
    return {
      outside: {
        every: async (next, call) => {
          const answer = await next(call);
          if (isSuccess(answer)) latest.set(call.operation, answer);
          const does = isSuccess(answer) ? 'refuses' : isRefusal(answer) ? 'accepts' : undefined;
          const request = requestOf(call);
          const meeting = mutants.filter(
            (mutant) => mutant.operation === call.operation && mutant.does === does && mutant.meets(request),
          );
          meeting.forEach(met);
          const [first] = meeting;
          return (first && otherwise(first.does, first.operation)) ?? answer;
        },
      },
    };
  };

/** For an operation that has no refusal of its own for a wrong request. */
const forbidden: Readonly<Partial<Record<Security, Answer>>> = {
  bearer: { status: 403, body: { name: 'Forbidden', message: 'This is not allowed to you.', status: 403 } },
};

export async function wrongRequests(
  operation: OperationId,
  evidence: Evidence,
  folder: string,
  isWanted: (mutant: RequestMutant) => boolean = () => true,
): Promise<ReadonlyMap<RequestMutant, Fate>> {
  const mutants = requestMutants(operation, evidence.settings.found!.names).filter(isWanted);
  const fates = new Map<RequestMutant, Fate>();
  const tryAll = async (does: RequestMutant['does'], among: readonly RequestMutant[], heard: Evidence) => {
    const asked = { operation, general: true, folder, evidence: heard };
    const some = among.filter((mutant) => mutant.does === does);
    for (const entry of await tried(some, taking(heard), asked)) fates.set(...entry);
  };
  for (const does of ['accepts', 'refuses'] as const) {
    await tryAll(does, mutants, evidence);
    // A quick run sends only a sample. Mutants that met none of its requests are tried again with more requests.
    const unmet = mutants.filter((mutant) => fates.get(mutant)?.sight === 'unmet');
    await tryAll(does, unmet, { ...evidence, settings: { ...evidence.settings, depth: 'standard' } });
  }
  return fates;
}
