// The entries of recorded traffic, one after the other: what can be replayed, and what cannot, with the reason.
import type { RecordedExchange } from '../../exchange/exchange.ts';
import { readRecording } from '../../exchange/recording.ts';

export type Entry =
  | { readonly kind: 'exchange'; readonly exchange: RecordedExchange }
  | { readonly kind: 'unusable'; readonly where: string; readonly reason: string };

export async function* entriesOf(paths: readonly string[]): AsyncGenerator<Entry> {
  for (const path of paths)
    for await (const item of readRecording(path)) {
      if (item.kind === 'exchange' || item.kind === 'request') yield { kind: 'exchange', exchange: item.exchange };
      else if (item.kind === 'damage')
        yield { kind: 'unusable', where: `${path}, byte ${item.offset}`, reason: item.reason };
    }
}
