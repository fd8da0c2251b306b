// The entries of recorded traffic, one after the other: what can be replayed, and what cannot, with the reason.
//
// What others have recorded may hold secrets. They give way to stand-ins here, before anything is understood, so that none
// reaches a plan or a report. The key of these comes from the file, so that one file gives one plan wherever it is read.
import { createHash } from 'node:crypto';
import type { RecordedExchange } from '../../exchange/exchange.ts';
import { createRedaction, type Redaction } from '../../exchange/redaction/redaction.ts';
import { Chunks, openFile } from '../../exchange/traffic/bytes.ts';
import { inOrder } from '../../exchange/traffic/order.ts';
import { recognised } from '../../exchange/traffic/recognition.ts';
import { placeText, readTraffic } from '../../exchange/traffic/traffic.ts';
import type { Profile } from '../../subject/profile/profile.ts';
import { redactionOf } from '../../subject/profile/secrets-of.ts';

export type Entry =
  | { readonly kind: 'exchange'; readonly exchange: RecordedExchange; readonly keyMark?: string }
  | { readonly kind: 'unusable'; readonly where: string; readonly reason: string };

/** What is held back to bring exchanges into the order in which they began. */
const held = { exchanges: 1000, bytes: 8 * 1024 * 1024 };

/** Files, or patterns that match files; in the order in which the exchanges began. `profile` says what else is secret in them. */
export async function* entriesOf(named: readonly string[], profile?: Profile): AsyncGenerator<Entry> {
  const redactions = new Map<string, Redaction | undefined>();
  for await (const item of inOrder(readTraffic(named), held)) {
    if (item.kind === 'unusable') {
      yield { kind: 'unusable', where: placeText(item.place), reason: item.reason };
      continue;
    }
    const { file } = item.place;
    if (!redactions.has(file)) redactions.set(file, await standIns(file, profile));
    const redaction = redactions.get(file);
    const exchange = redaction ? redaction.exchange(item.exchange) : item.exchange;
    yield { kind: 'exchange', exchange, ...(item.keyMark !== undefined && { keyMark: item.keyMark }) };
  }
}

const keyLength = 64 * 1024;

/** Undefined for our own recordings, which have stand-ins already. */
const standIns = async (file: string, profile: Profile | undefined): Promise<Redaction | undefined> => {
  const chunks = new Chunks(openFile(file));
  try {
    const beginning = await chunks.beginning(keyLength);
    if (recognised(beginning).kind === 'recording') return undefined;
    const key = createHash('sha256').update(beginning.subarray(0, keyLength)).digest('base64');
    const { basePath: _ofCandidate, ...secrecy } = profile === undefined ? {} : redactionOf(profile);
    return createRedaction({ ...secrecy, key });
  } finally {
    await chunks.close();
  }
};
