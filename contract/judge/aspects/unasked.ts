// Content that an answer may have only if it was asked for: expansions, sensitive v1 fields, credentials.
import type { RequirementId } from '../../generated/sentences.ts';
import type { Openings } from '../../openings.ts';
import type { OperationId } from '../../operations.ts';
import { isFields, saysNothing } from '../../presence.ts';
import { luhnSum } from '../../text/luhn.ts';
import { header, type WireRequest } from '../../wire.ts';
import { rule } from '../rules.ts';

const extras = ['password', 'cvv', 'pin', 'number', 'phone3ds', 'limits'];
/** The credentials of v2. A phone or an email beside a card is no secret of the card. */
const secrets = { password: /[^*•●#x\s]/i, cvv: /^\d{3,4}$/, pin: /^\d{3,}$/, pan: /^(\d[ -]?){12,}$/ };
const expansions = ['currency', 'currencyExchange', 'merchant', 'card', 'cardholder', 'files'];

interface Unasked {
  readonly requirement: RequirementId;
  /** JSON pointers of content that was not asked for. */
  readonly found: readonly string[];
}

/** Undefined where the operation has no such content, or where it is unknown what was asked for. */
export function unasked(
  operation: OperationId,
  request: WireRequest,
  value: unknown,
  openings: Openings,
): Unasked | undefined {
  switch (operation) {
    case 'listCards':
    case 'readCard': {
      const found = [...secretsIn(value, ['password', 'cvv', 'pin', 'pan']), ...numbersIn(value, ['pan'])];
      // A card without secrets does not count as checked, because it says nothing about the credentials themselves.
      return found.length > 0 ? { requirement: rule.noUnaskedCredential, found } : undefined;
    }
    case 'listCardsV1': {
      // Limits are no secret, so a list may give them on request.
      const mayBeAsked = namedInQuery(request.url, openings.includeParameter)?.includes('limits') ?? true;
      const uninvited = extras.filter((name) => name !== 'limits' || !mayBeAsked);
      return {
        requirement: rule.noExtraInList,
        found: [...inEach(value, uninvited), ...secretsIn(value, ['pan']), ...numbersIn(value, namedInV1)],
      };
    }
    case 'readCardV1': {
      const asked = namedInQuery(request.url, openings.includeParameter);
      const held = beyond(rule.noUnaskedExtra, value, extras, asked);
      if (held === undefined || asked?.includes('pan')) return held;
      const numbers = asked?.includes('number') ? [] : numbersIn(value, namedInV1);
      return { ...held, found: [...held.found, ...secretsIn(value, ['pan']), ...numbers] };
    }
    case 'readPayment':
      return beyond(rule.noUnaskedExpansion, value, expansions, namedInQuery(request.url, openings.expandParameter));
    case 'readCardCredentials':
      // By the specification this answer has only what was asked for, so any other member is reported.
      return beyond(rule.noUnaskedCredential, value, membersOf(value), namedInBody(request));
    default:
      return undefined;
  }
}

function beyond(
  requirement: RequirementId,
  value: unknown,
  names: readonly string[],
  asked: readonly string[] | undefined,
): Unasked | undefined {
  return (
    asked && {
      requirement,
      found: heldBy(
        value,
        names.filter((name) => !asked.includes(name)),
      ),
    }
  );
}

function heldBy(value: unknown, names: readonly string[], at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const held = value as Readonly<Record<string, unknown>>;
  return names.filter((name) => !saysNothing(held[name])).map((name) => `${at}/${name}`);
}

const membersOf = (value: unknown): readonly string[] => (isFields(value) ? Object.keys(value) : []);

const inEach = (value: unknown, names: readonly string[]): readonly string[] =>
  Array.isArray(value) ? value.flatMap((entry, index) => heldBy(entry, names, `/${index}`)) : [];

/**
 * Pointers of these secrets in clear, in the card or in each card of a list. A flag, a masked value and the last digits alone are not in
 * clear.
 */
function secretsIn(value: unknown, names: readonly (keyof typeof secrets)[]): readonly string[] {
  const inClear = (card: unknown, at: string) => {
    const held = new Set(heldBy(card, names));
    return names
      .filter(
        (name) => held.has(`/${name}`) && isInClear((card as Readonly<Record<string, unknown>>)[name], secrets[name]),
      )
      .map((name) => `${at}/${name}`);
  };
  return Array.isArray(value) ? value.flatMap((card, index) => inClear(card, `/${index}`)) : inClear(value, '');
}

const namedInV1 = ['number', 'pan'];

/**
 * Pointers of a whole card number under other names than `apart`, which are checked separately. A token in the form of a number has the
 * digits of the mask too, but a wrong check digit.
 */
function numbersIn(value: unknown, apart: readonly string[]): readonly string[] {
  const ofCard = (card: unknown, at: string): readonly string[] => {
    if (typeof card !== 'object' || card === null) return [];
    const { maskedPan, masked_number } = card as Readonly<Record<string, unknown>>;
    const [, first, last] = /^(\d{4,})\D+(\d{4,})$/.exec(String(maskedPan ?? masked_number)) ?? [];
    if (first === undefined || last === undefined) return [];
    const isWhole = (text: string): boolean => {
      if (!looksLikeNumber.test(text)) return false;
      const digits = text.replace(/[ -]/g, '');
      const fitsMask = digits.startsWith(first) && digits.endsWith(last);
      return fitsMask && digits.length >= 12 && digits.length <= 19 && luhnSum(digits) === 0;
    };
    return Object.entries(card)
      .filter(([, held]) => (typeof held === 'string' || typeof held === 'number') && isWhole(String(held)))
      .filter(([name]) => !apart.includes(name))
      .map(([name]) => `${at}/${name}`);
  };
  return Array.isArray(value) ? value.flatMap((card, index) => ofCard(card, `/${index}`)) : ofCard(value, '');
}

/** A quick test, which matters in a list of thousands: most texts of a card fail it at their first letter. */
const looksLikeNumber = /^[\d -]{12,}$/;

const isInClear = (value: unknown, form: RegExp): boolean =>
  (typeof value === 'string' || typeof value === 'number') && form.test(String(value));

/**
 * The fields that a query names, in any list syntax; a profile may write the name with its brackets. A request without a query asked for
 * nothing. With a query but without a known parameter, it is unknown what was asked for.
 */
function namedInQuery(url: string, parameter: string | undefined): readonly string[] | undefined {
  const query = url.split('#', 1)[0]?.split('?').slice(1).join('?') ?? '';
  if (query === '') return [];
  if (parameter === undefined) return undefined;
  return [...new URLSearchParams(query)]
    .filter(([name]) => name === parameter || name.replace(/\[\w*\]$/, '') === parameter)
    .flatMap(([, value]) => value.match(/\w+/g) ?? []);
}

function namedInBody(request: WireRequest): readonly string[] | undefined {
  const text = Buffer.from(request.body ?? []).toString('utf8');
  try {
    const { fields } = JSON.parse(text) as { fields?: unknown };
    return Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : undefined;
  } catch {
    return isForm(request) && !request.cut ? namedInForm(text) : undefined;
  }
}

const isForm = ({ headers }: WireRequest): boolean =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(header(headers, 'content-type') ?? '');

/** In any list syntax and under any name, because it is not stated how a target reads a form. */
const namedInForm = (text: string): readonly string[] =>
  [...new URLSearchParams(text)].flatMap((pair) => pair.flatMap((part) => part.match(/\w+/g) ?? []));
