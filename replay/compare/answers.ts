// Compares a recorded outcome with the candidate's: that there is one, its status, the headers that matter, its body.

import { header, type Outcome, type WireResponse } from '../../contract/wire.ts';
import { isPseudonym, pseudonymsIn } from '../../exchange/pseudonym.ts';
import type { Field } from '../fields/field.ts';
import { type Comparison, compareBodies } from './bodies.ts';
import type { Difference } from './difference.ts';
import { compareHeaders } from './headers.ts';

/** A body as it was read, once: JSON or text. */
export type Read = { readonly json: unknown } | { readonly text: string };

export const readBody = ({ body }: WireResponse): Read => {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  try {
    return { json: JSON.parse(text) };
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
  // Under another status everything else is another answer, and says nothing more.
  if (response.status !== recorded.status)
    return [{ kind: 'status', field: 'status', at: 'status', recorded: recorded.status, got: response.status }];
  const headers = compareHeaders(recorded.headers, response.headers, how.renaming);
  if (recorded.cut || response.cut) return headers;
  return [...headers, ...bodies(recordedBody, gotBody!, field, how)];
};

const bodies = (recorded: Read, got: Read, field: Field, how: Comparison): Difference[] => {
  if ('json' in recorded && 'json' in got) return compareBodies(recorded.json, got.json, field, how);
  const shown = (read: Read) => ('json' in read ? 'JSON' : read.text === '' ? 'no body' : 'text that is no JSON');
  const differ = (kind: 'type' | 'value', one: unknown, other: unknown): Difference[] => [
    { kind, field: 'body', at: 'body', recorded: one, got: other },
  ];
  if ('json' in recorded || 'json' in got) return differ('type', shown(recorded), shown(got));
  if (recorded.text === got.text || hasSecrets(recorded.text)) return [];
  return differ('value', recorded.text, got.text);
};

/** What was taken out of a text cannot be compared; binary bodies are not kept. */
const hasSecrets = (text: string): boolean =>
  text.startsWith('~binary body') || pseudonymsIn(text).some(({ pseudonym }) => isPseudonym(pseudonym));

export const dateOf = (response: WireResponse): string | undefined => header(response.headers, 'date');
