// The policy: differences that are wanted, as rules that a person can review.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { whyUnread } from '../../exchange/unread.ts';
import { type DifferenceKind, differenceKinds } from '../compare/difference.ts';
import { isField } from '../compare/fields/pattern.ts';
import type { DifferenceGroup, Excuse } from '../verdict/result.ts';

/** The policy cannot be used. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';
}

interface Rule {
  readonly operation: string;
  /** A pattern, as `compare/fields/pattern.ts` has it. */
  readonly field: string;
  readonly kinds?: readonly DifferenceKind[];
  readonly because: string;
}

const ruleOf = (value: unknown, where: string): Rule => {
  const rule = value as { operation?: unknown; field?: unknown; kind?: unknown; because?: unknown } | null;
  const complain = (message: string): never => {
    throw new PolicyError(`${where}: ${message}`);
  };
  if (typeof rule !== 'object' || rule === null) return complain('expected operation, field, because');
  const { operation, field, kind, because, ...others } = rule;
  if (Object.keys(others).length > 0) return complain(`there is no ${Object.keys(others)[0]} in a rule`);
  if (typeof operation !== 'string') return complain('operation is missing');
  if (typeof field !== 'string') return complain('field is missing');
  if (typeof because !== 'string' || because === '') return complain('because is missing: say why this is wanted');
  const kinds = kind === undefined ? undefined : [kind].flat();
  const unknown = kinds?.find((each) => !(differenceKinds as readonly unknown[]).includes(each));
  if (unknown !== undefined) return complain(`kind ${String(unknown)} is none of ${differenceKinds.join(', ')}`);
  return { operation, field, because, ...(kinds && { kinds: kinds as DifferenceKind[] }) };
};

const readPolicy = (text: string, path: string): ((group: DifferenceGroup) => Excuse | undefined) => {
  const document = parse(text, { logLevel: 'error' }) as { allow?: unknown } | null;
  if (!Array.isArray(document?.allow)) throw new PolicyError(`${path}: expected a list under allow`);
  const rules = document.allow.map((rule, index) => ruleOf(rule, `${path}: allow, rule ${index + 1}`));
  return (group) => {
    const rule = rules.find((each) => applies(each, group));
    return rule && { by: 'policy', because: rule.because };
  };
};

const applies = ({ operation, field, kinds }: Rule, group: DifferenceGroup): boolean =>
  (operation === '*' || operation === group.operation) &&
  isField(field, group.field) &&
  (kinds === undefined || kinds.includes(group.kind));

/** Throws a `PolicyError` that names the rule that is wrong. */
export const loadPolicy = (path: string): ReturnType<typeof readPolicy> => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new PolicyError(`the policy ${path} cannot be read: ${whyUnread(error)}`);
  }
  try {
    return readPolicy(text, path);
  } catch (error) {
    if (error instanceof PolicyError) throw error;
    throw new PolicyError(`${path}: ${(error as Error).message}`);
  }
};
