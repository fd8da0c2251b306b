// A plan as a file: YAML that a person reads and changes, or JSON. Every error in it is reported with its place.
import { type Document, parseDocument, stringify } from 'yaml';
import { isFields } from '../../contract/presence.ts';
import { userNames } from '../../subject/profile/profile.ts';
import { type Plan, shardings } from './plan.ts';

/** The plan cannot be used; every message names a place. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}

const preamble = `# A replay plan: what Assay understood of a recording. It may be changed:
#   users    who acts as whom: full, mfa, second, restricted, 'as recorded' (credentials that were refused; under: whose name
#            goes out with a wrong password) or nobody
#   links    values that travel from an answer into later requests; follow: false sends what was recorded
#   values   recorded values that are something else on the candidate, such as ids of fixtures
#   named    fields that the candidate may name in its own way ({ operation, field })
#   ignored  fields that are not compared ({ operation, field, because })
`;

export const planText = (plan: Plan): string =>
  preamble + stringify({ assay: 'replay plan', ...plan }, { lineWidth: 0, flowCollectionPadding: true });

type Complain = (path: string, message: string) => void;

const actors: readonly unknown[] = [...userNames, 'as recorded', 'nobody'];

type Check = (value: unknown, at: string, complain: Complain) => void;

const kind =
  (name: string, holds: (value: unknown) => boolean): Check =>
  (value, at, complain) => {
    if (!holds(value)) complain(at, `expected ${name}`);
  };
const text = kind('text', (value) => typeof value === 'string');
const count = kind('a whole number', (value) => Number.isSafeInteger(value) && (value as number) >= 0);
const flag = kind('true or false', (value) => typeof value === 'boolean');
const scalar = kind('text or a number', (value) => typeof value === 'string' || typeof value === 'number');
const oneOf = (...words: readonly unknown[]): Check =>
  kind(`one of ${words.join(', ')}`, (value) => words.includes(value));

const list =
  (check: Check): Check =>
  (value, at, complain) => {
    if (!Array.isArray(value)) return complain(at, 'expected a list');
    value.forEach((item, index) => void check(item, `${at}/${index}`, complain));
  };
const map =
  (check: Check): Check =>
  (value, at, complain) => {
    if (!isFields(value)) return complain(at, 'expected names with values');
    for (const [name, member] of Object.entries(value)) check(member, `${at}/${name}`, complain);
  };
const object =
  (required: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check =>
  (value, at, complain) => {
    if (!isFields(value)) return complain(at, `expected ${Object.keys(required).join(', ')}`);
    for (const [name, check] of Object.entries(required))
      if (Object.hasOwn(value, name)) check(value[name], `${at}/${name}`, complain);
      else complain(at, `${name} is missing`);
    for (const [name, member] of Object.entries(value)) {
      if (Object.hasOwn(required, name)) continue;
      if (Object.hasOwn(optional, name)) optional[name]!(member, `${at}/${name}`, complain);
      else
        complain(
          `${at}/${name}`,
          `there is no ${name} here; known are ${[...Object.keys(required), ...Object.keys(optional)].join(', ')}`,
        );
    }
  };

const rule = object({ operation: text, field: text }, { because: text });
const planCheck = object({
  assay: oneOf('replay plan'),
  recording: object({ exchanges: count, unusable: count }, { from: text, to: text, keys: count }),
  bases: list(text),
  users: list(
    object(
      { recorded: text, actsAs: oneOf(...actors), because: text, exchanges: count },
      { under: oneOf(...userNames), circle: count },
    ),
  ),
  sessions: object({ count, inherited: count, shared: count }),
  shardBy: oneOf(...shardings),
  operations: map(count),
  links: list(object({ from: text, to: text, uses: count, follow: flag })),
  values: map(scalar),
  named: list(rule),
  ignored: list(rule),
});

/** Throws a `PlanError` for YAML aliases that have no anchor or expand beyond bounds, and for nesting that is too deep. */
function plainOf(document: Document, path: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new PlanError(`${path}: ${(error as Error).message}`);
  }
}

/** Throws a `PlanError` that names every error. */
export const readPlan = (source: string, path: string): Plan => {
  const document = parseDocument(source);
  if (document.errors.length > 0) throw new PlanError(`${path}: ${document.errors[0]!.message}`);
  const lines: string[] = [];
  const complain: Complain = (at, message) => {
    const steps = at
      .split('/')
      .slice(1)
      .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    const node = document.getIn(steps, true) as { range?: readonly [number, ...number[]] } | undefined;
    const offset = node?.range?.[0];
    const line = offset === undefined ? undefined : source.slice(0, offset).split('\n').length;
    lines.push(`${path}${line === undefined ? '' : `:${line}`}: ${at || 'the plan'}: ${message}`);
  };
  const value = plainOf(document, path);
  planCheck(value, '', complain);
  if (lines.length > 0) throw new PlanError(lines.join('\n'));
  const { assay: _, ...plan } = value as Plan & { assay: string };
  return plan;
};
