// The entries of recorded traffic, one after the other: what can be replayed, and what cannot, with the reason.
//
// Files of other tools may hold secrets. Stand-ins replace them here, before anything else reads them, so that none reaches a plan
// or a report; refused credentials alone are kept in memory beside them, to be sent again. The key of the stand-ins is made of the
// file, so that one file gives the same plan on every machine.

import { createHash } from 'node:crypto';
import type { RecordedExchange } from '../../exchange/exchange.ts';
import { createPseudonyms, pseudonymsIn } from '../../exchange/redaction/pseudonym.ts';
import { createRedaction, type Redaction } from '../../exchange/redaction/redaction.ts';
import { Chunks, openFile } from '../../exchange/traffic/bytes.ts';
import { inOrder } from '../../exchange/traffic/order.ts';
import { recognised } from '../../exchange/traffic/recognition.ts';
import { placeText, readTraffic } from '../../exchange/traffic/traffic.ts';
import type { Profile } from '../../subject/profile/profile.ts';
import { redactionOf } from '../../subject/profile/secrets-of.ts';
import type { Scalar } from '../correlate/places.ts';
import { type Clear, ClearCredentials } from './clear.ts';

/** The stand-in that a file's key makes for a secret. */
export type StandIn = (secret: Scalar) => string;

interface Hidden {
  readonly redaction: Redaction;
  readonly clear: ClearCredentials;
  readonly standIn: StandIn;
}

export type Entry =
  | {
      readonly kind: 'exchange';
      readonly exchange: RecordedExchange;
      readonly keyMark?: string;
      readonly standIn?: StandIn;
      readonly clear?: Clear;
    }
  | { readonly kind: 'unusable'; readonly where: string; readonly reason: string }
  /** A part of the exchange before it that says nothing of the server. */
  | { readonly kind: 'omitted'; readonly where: string; readonly reason: string };

/** What is held back to bring exchanges into the order in which they began. */
const held = { exchanges: 1000, bytes: 8 * 1024 * 1024 };

/** Reads files, or patterns that match files, in the order in which exchanges began. `profile` says what else is secret in them. */
export async function* entriesOf(named: readonly string[], profile?: Profile): AsyncGenerator<Entry> {
  const redactions = new Map<string, Hidden | undefined>();
  for await (const item of inOrder(readTraffic(named), held)) {
    if (item.kind !== 'exchange') {
      yield { kind: item.kind, where: placeText(item.place), reason: item.reason };
      continue;
    }
    const { file } = item.place;
    if (!redactions.has(file)) redactions.set(file, await standIns(file, profile));
    const hidden = redactions.get(file);
    if (hidden) {
      const exchange = hidden.redaction.exchange(item.exchange);
      const clear = hidden.clear.of(item.exchange, exchange);
      // The key of stand-ins that the file already had is not known.
      const standIn = hasStandIns(item.exchange) ? undefined : hidden.standIn;
      yield { kind: 'exchange', exchange, ...(standIn && { standIn }), ...(clear && { clear }) };
      continue;
    }
    yield { kind: 'exchange', exchange: item.exchange, ...(item.keyMark !== undefined && { keyMark: item.keyMark }) };
  }
}

const hasStandIns = ({ outcome }: RecordedExchange): boolean =>
  outcome?.kind === 'answered' && pseudonymsIn(Buffer.from(outcome.response.body).toString()).length > 0;

const keyLength = 64 * 1024;

/** Undefined for our own recordings, which have stand-ins already. */
const standIns = async (file: string, profile: Profile | undefined): Promise<Hidden | undefined> => {
  const chunks = new Chunks(openFile(file));
  try {
    const beginning = await chunks.beginning(keyLength);
    if (recognised(beginning).kind === 'recording') return undefined;
    const key = createHash('sha256').update(beginning.subarray(0, keyLength)).digest('base64');
    const { basePath: _ofCandidate, ...secrecy } = profile === undefined ? {} : redactionOf(profile);
    const pseudonyms = createPseudonyms(Buffer.from(key, 'base64'));
    return {
      redaction: createRedaction({ ...secrecy, key }),
      clear: new ClearCredentials(),
      standIn: (secret) => (typeof secret !== 'string' ? pseudonyms.number(String(secret)) : pseudonyms.text(secret)),
    };
  } finally {
    await chunks.close();
  }
};
