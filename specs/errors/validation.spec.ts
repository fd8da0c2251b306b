// Inputs that the token endpoints refuse for their format (Errors / shapes of validation).
import { isStandardError, isValidationError } from '../../contract/judge/aspects/errors.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { type Fields, inWords, isFields, jsonOf, statusOf } from '../../subject/answers.ts';
import type { Call } from '../../subject/api.ts';
import { type Answered, answersToWrongForms } from './support/wrong-forms.ts';

// The target chooses the shape. The judge checks it in each answer, so these two checks only have to cause one.
requirement(
  'ERR-14',
  'a validation error by location has the objects query and body, each from field to message',
  bringsOneAbout,
);
requirement(
  'ERR-15',
  'a validation error by field has status ERROR and the object errors from field to message',
  bringsOneAbout,
);
requirement(
  'ERR-16',
  'an input that a token endpoint refuses for its form is answered with a validation shape or the standard 400',
  async (check) => {
    const ofForm = (await refusals(check)).filter(({ wrong }) => !isLookedUp(wrong.call));
    for (const { exchange } of ofForm) expect(exchange).toSatisfy(hasShapeOfForms);
  },
);

/** A text in place of a code or token may be refused because it was never issued, whatever its format. */
const isLookedUp = ({ json, form }: Call): boolean =>
  ['code', 'signToken', 'token'].some((name) => typeof { ...(json as Fields), ...form }[name] === 'string');

/** The judge checks the shape of a 400. A 422 has no shape of its own, because it may also be about a wrong code. */
function hasShapeOfForms(exchange: Exchange): Mismatch {
  const body = jsonOf(exchange);
  if (statusOf(exchange) !== 422 || isValidationError(body) || isStandardError(body)) return undefined;
  return { expected: 'an error of validation, or the standard one', got: inWords(exchange) };
}

async function bringsOneAbout(check: Check): Promise<void> {
  await refusals(check);
}

requirement('ERR-27', 'a validation error names the field that is at fault', async (check) => {
  const told = (await refusals(check)).filter((answered) => namedIn(answered) !== undefined);
  if (told.length === 0) check.untested('a validation error');
  for (const answered of told) expect(answered.exchange).toSatisfy(namesOneOf(answered));
});

requirement(
  'ERR-28',
  'the catalogue of error messages and the status of validation bodies are not shown',
  async (check) => {
    const answers = await refusals(check);
    const statuses = new Set(answers.map(({ exchange }) => statusOf(exchange)));
    check.observe(`the token endpoints refuse malformed input with ${[...statuses].toSorted().join(', ')}`);
    const messages = new Set(answers.flatMap(({ exchange }) => messagesIn(jsonOf(exchange))));
    check.observe(`among the messages are: ${[...messages].slice(0, 20).join('; ')}`);
  },
);

async function refusals(check: Check): Promise<readonly Answered[]> {
  const answers = await answersToWrongForms(check);
  const refused = answers.filter(({ exchange }) => (statusOf(exchange) ?? 0) >= 400);
  return refused.length > 0 ? refused : check.untested('an input that a token endpoint refuses');
}

/** The fields that a validation error names; undefined for any other answer. */
function namedIn({ exchange }: Answered): readonly string[] | undefined {
  const body = jsonOf(exchange);
  if (!isFields(body)) return undefined;
  const { query, body: inBody, errors } = body;
  const places = [query, inBody, errors].filter(isFields);
  return places.length === 0 ? undefined : places.flatMap((place) => Object.keys(place));
}

const namesOneOf =
  ({ wrong, exchange }: Answered) =>
  (): Mismatch => {
    const named = namedIn({ wrong, exchange }) ?? [];
    if (wrong.fields.some((field) => named.some((name) => name.includes(field)))) return undefined;
    return { expected: `${wrong.fields.join(' or ')} among the fields named`, got: named.join(', ') || 'no field' };
  };

function messagesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return isFields(value) ? Object.values(value).flatMap(messagesIn) : [];
}
