// Compares a recorded outcome with the candidate's: that there is one, its status, the headers that matter, its body.

import { exactJson } from '../../contract/text/exact-json.ts';
import { header, type Outcome, type WireResponse } from '../../contract/wire.ts';
import { isPseudonym, pseudonymsIn } from '../../exchange/redaction/pseudonym.ts';
import { isFields } from '../../subject/answers.ts';
import { compareShape, isOfShape } from '../shape/compare.ts';
import { nameThings } from '../shape/things.ts';
import { type Comparison, compareBodies } from './bodies.ts';
import type { Difference } from './difference.ts';
import type { Field } from './fields/field.ts';
import { compareHeaders } from './headers.ts';
import { rejectionBetween, statusBetween } from './rejection.ts';
import { kindsIn } from './wording.ts';

/** A body as it was read, once: JSON or text. `marked`: a byte order mark stands before the JSON, which not every client passes over. */
export type Read = { readonly json: unknown; readonly marked?: true } | { readonly text: string };

const byteOrderMark = '\ufeff';

export const readBody = ({ body }: WireResponse): Read => {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  try {
    return text.startsWith(byteOrderMark)
      ? { json: exactJson(text.slice(1)), marked: true }
      : { json: exactJson(text) };
  } catch {
    return { text };
  }
};

export const compareAnswers = (
  recorded: WireResponse,
  recordedBody: Read,
  outcome: Outcome,
  gotBody: Read | undefined,
  field: Field,
  how: Comparison,
): Difference[] => {
  if (outcome.kind === 'failed') {
    const { kind, message } = outcome.failure;
    return [{ kind: 'failure', field: 'status', at: 'status', recorded: recorded.status, got: `${kind}: ${message}` }];
  }
  const { response } = outcome;
  const rejection = rejectionOf(recorded, recordedBody, response, gotBody);
  if (rejection !== undefined) return [rejection];
  const another = statusBetween(told(recorded, recordedBody), told(response, gotBody));
  const status = another === undefined ? [] : [another];
  const isBare = 'text' in recordedBody || 'text' in gotBody!;
  // When the candidate did something else, the rest of its answer cannot be compared. A success under another status can be, unless
  // one of the two has no JSON body.
  if (status.length > 0 && (isBare || wentOtherwise(recorded, recordedBody, response, gotBody!))) return status;
  // The body is compared first, because it tells the candidate's names of things to which a header links.
  const isCut = recorded.cut || response.cut;
  const inBody = isCut ? [] : bodies(recordedBody, gotBody!, field, how);
  const kinds = () => kindsIn(jsonOf(recordedBody), field, how.asked?.());
  const allHeaders = compareHeaders(recorded.headers, response.headers, kinds, how.renaming);
  const headers = how.onto ? allHeaders.filter(isOfShape) : allHeaders;
  return [...status, ...headers, ...inBody];
};

const isSuccess = ({ status }: WireResponse): boolean => status >= 200 && status < 300;

/** Whether the answer demands a second factor, so that the request was not carried out yet. */
export const isDemand = (body: Read | undefined): boolean =>
  body !== undefined && 'json' in body && isFields(body.json) && body.json.status === 'MFA_REQUIRED';

/** Whether the candidate did something else than was recorded, so that later answers may differ for that reason alone. */
export const wentOtherwise = (
  recorded: WireResponse,
  recordedBody: Read | undefined,
  got: WireResponse,
  gotBody: Read | undefined,
): boolean => {
  // The status of a demand is open, so two demands count as the same answer.
  if (isDemand(recordedBody) || isDemand(gotBody)) return isDemand(recordedBody) !== isDemand(gotBody);
  if (recorded.status !== got.status && !(isSuccess(recorded) && isSuccess(got))) return true;
  return rejectionOf(recorded, recordedBody, got, gotBody) !== undefined;
};

/** The difference where one of the two servers refuses the request and the other accepts it. */
const rejectionOf = (
  recorded: WireResponse,
  recordedBody: Read | undefined,
  got: WireResponse,
  gotBody: Read | undefined,
): Difference | undefined => rejectionBetween(told(recorded, recordedBody), told(got, gotBody));

const told = ({ status }: WireResponse, body: Read | undefined) => ({ status, json: jsonOf(body) });

const jsonOf = (body: Read | undefined): unknown => (body !== undefined && 'json' in body ? body.json : undefined);

const bodies = (recorded: Read, got: Read, field: Field, how: Comparison): Difference[] => {
  const shown = (read: Read) =>
    'json' in read
      ? read.marked
        ? 'JSON behind a byte order mark'
        : 'JSON'
      : read.text === ''
        ? 'no body'
        : 'text that is no JSON';
  const differ = (kind: 'type' | 'value', one: unknown, other: unknown): Difference[] => [
    { kind, field: 'body', at: 'body', recorded: one, got: other },
  ];
  if ('json' in recorded && 'json' in got) {
    const marks = got.marked && !recorded.marked ? differ('type', shown(recorded), shown(got)) : [];
    if (how.onto === undefined) return [...marks, ...compareBodies(recorded.json, got.json, field, how)];
    nameThings(recorded.json, got.json, field, { renaming: how.renaming, isUsed: how.onto.isUsed });
    return [...marks, ...compareShape(how.onto.shape, got.json, field)];
  }
  if ('json' in recorded || 'json' in got) return differ('type', shown(recorded), shown(got));
  if (how.onto || recorded.text === got.text || hasSecrets(recorded.text)) return [];
  return differ('value', recorded.text, got.text);
};

/** Redacted parts of a text cannot be compared, and neither can binary bodies, which are not kept. */
const hasSecrets = (text: string): boolean =>
  text.startsWith('~binary body') || pseudonymsIn(text).some(({ pseudonym }) => isPseudonym(pseudonym));

export const dateOf = (response: WireResponse): string | undefined => header(response.headers, 'date');
