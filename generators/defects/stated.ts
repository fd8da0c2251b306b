// Which requirement a defect breaks, and how strongly: what is stated must be refused, what is implied should be refused.
import type { OperationId } from '../../contract/operations.ts';
import { type RequirementId, requirementById } from '../../contract/requirements.ts';
import { type Defect, type Strength, weaker } from './defect.ts';

type Place = Pick<Defect, 'operation' | 'part' | 'field' | 'breaks' | 'by'>;

interface Basis {
  readonly strength: Strength;
  readonly requirement?: RequirementId;
}

/** A defect, and the requirement that speaks of it. */
interface Row {
  readonly operations: readonly OperationId[];
  readonly field: RegExp;
  readonly breaks: RegExp;
  readonly by: RegExp;
  readonly requirement: RequirementId;
  readonly strength: Strength;
}

const row = (
  operation: OperationId | readonly OperationId[],
  field: RegExp,
  breaks: RegExp,
  by: RegExp,
  requirement: RequirementId,
  strength: Strength = 'must',
): Row => ({ operations: [operation].flat() as OperationId[], field, breaks, by, requirement, strength });

const required = /^required$/;
const any = /^/;
const beneficiaryTexts =
  /^\/(currency_id|entity_type|name|bank_country|iban|bic_swift|bank_details_type|street|house|city|country_id|postal_code|company_name|first_name|last_name)$/;

const takingTexts: readonly OperationId[] = [
  ...(['login', 'exchangeSignToken', 'confirmMfa', 'createBeneficiary', 'inviteMember', 'signPayments'] as const),
];

/** The first row that fits decides. There are rows only for what the nearest mark in the contract does not say. */
const rows: readonly Row[] = [
  row('login', /^\/fingerprint$/, required, any, 'SESS-38', 'advice'),
  row('login', /^\/fingerprint$/, /^type$/, /^object$/, 'SESS-11'),
  row('exchangeSignToken', /^\/signToken$/, required, any, 'SESS-31'),
  row('exchangeSignToken', /^\/fingerprintid$/, required, any, 'SESS-38', 'advice'),
  row('refreshSession', /^\/token$/, required, any, 'SESS-19'),
  row('confirmMfa', /^\/code$/, required, any, 'MFA-09'),
  row('confirmMfa', /^\/code$/, /^type$/, /^object$/, 'MFA-09'),
  // A body that is no object lacks the code, as an object without the member does.
  row('confirmMfa', /^$/, /^type$/, /^(text|number|boolean|array)$/, 'MFA-09'),
  row('readCardCredentials', /^\/fields$/, /^minItems$/, any, 'CARD-32'),
  row('readCardCredentials', /^\/fields$/, /^(required|type)$/, any, 'CARD-34'),
  row('readCardCredentials', /^\/fields\/\*$/, /^type$/, /^(number|boolean|object|array|null)$/, 'CARD-34'),
  row('readCardCredentials', /^\/fields\/\*$/, /^enum$/, /^(outside|homoglyph)$/, 'CARD-33'),
  row('readCardCredentials', /^$/, /^syntax$/, any, 'CARD-34'),
  row('signPayments', /^\/id$/, /^(required|emptyList)$/, any, 'PAY-61', 'advice'),
  row('signPayments', /^\/id$/, /^type$/, /^(text|number|boolean|object)$/, 'PAY-60'),
  row('signPayments', /^\/id\/\*$/, /^type$/, /^(number|boolean|object|array|null)$/, 'PAY-60'),
  row('createBeneficiary', /^\/(account_number|sort_code)$/, /^type$/, /^(text|object|array)$/, 'BEN-17'),
  row('createBeneficiary', beneficiaryTexts, /^type$/, /^object$/, 'BEN-19'),
  row('createBeneficiary', /^\/(currency_id|entity_type|name|bank_details_type)$/, required, any, 'BEN-38', 'advice'),
  row('inviteMember', /^\/(email|phone|name|role)$/, required, any, 'MEM-15', 'advice'),
  row('inviteMember', /^\/email$/, /^format$/, any, 'MEM-15', 'advice'),
  row('inviteMember', /^\/(email|phone|name)$/, /^type$/, /^object$/, 'MEM-13'),
  row('inviteMember', /^\/walletAccess$/, /^type$/, /^(text|number|boolean|object)$/, 'MEM-06'),
  row('inviteMember', /^\/walletAccess\/\*$/, /^type$/, /^(number|boolean|object|array|null)$/, 'MEM-06'),
  row('inviteMember', /^\/expiredAt$/, /^type$/, /^(text|object|array)$/, 'MEM-09'),
  row([...takingTexts, 'setSmsBalanceNotification'], /^$/, /^syntax$/, any, 'ERR-18'),
  row(
    [...takingTexts, 'setSmsBalanceNotification', 'readCardCredentials'],
    /^$/,
    /^contentType$/,
    any,
    'ERR-23',
    'advice',
  ),
  row(takingTexts, any, /^type$/, /^(text|numeric text|number|boolean|fraction)$/, 'ERR-26', 'advice'),
];

/** Defects of what a schema states plainly: the requirement of the nearest mark demands their refusal. */
const plainly: ReadonlyArray<readonly [breaks: RegExp, by: RegExp]> = [
  [/^(maxLength|minimum|maximum|multipleOf|exclusive\w+|maxItems|pattern|anyOf)$/, any],
  [/^minLength$/, /^too short$/],
  [/^minItems$/, any],
  [/^(enum|const)$/, /^(outside|homoglyph|between|text)$/],
  [/^format$/, /^malformed$/],
  [/^condition$/, any],
];

/** A lenient server may treat these as a member that is left out. */
const harmless: ReadonlyArray<readonly [breaks: RegExp, by: RegExp]> = [
  [any, /^(empty|too long, beyond ASCII)$/],
  [/^type$/, /^null$/],
  [/^(unknownMember|text|size|overlong|emptyList|odd|duplicateKey|nesting|encoding)$/, any],
];

export function statedOf(place: Place, mark: RequirementId | undefined): Basis {
  const { operation, field, breaks, by } = place;
  if (mark !== undefined && requirementById(mark).level === 'open') return { strength: 'observe', requirement: mark };
  const spoken = rows.find(
    (entry) =>
      entry.operations.includes(operation) && entry.field.test(field) && entry.breaks.test(breaks) && entry.by.test(by),
  );
  if (spoken) return bounded(spoken.requirement, spoken.strength);
  const among = (list: typeof plainly) => list.some(([one, other]) => one.test(breaks) && other.test(by));
  if (among(harmless)) return { strength: 'observe', ...(mark && { requirement: mark }) };
  if (mark === undefined) return { strength: 'observe' };
  return bounded(mark, among(plainly) ? 'must' : 'advice');
}

/** Limits the strength to the level of the requirement: breaking advice breaks no must. */
function bounded(requirement: RequirementId, strength: Strength): Basis {
  const { level } = requirementById(requirement);
  return { requirement, strength: weaker(strength, level === 'open' ? 'observe' : level) };
}
