// The parts of a scenario: how autocannon sends, and which request of the target each of its requests stands for.
import autocannon from 'autocannon';
import type { Exchange } from '../../exchange/exchange.ts';
import { type Account, type RelayedRequest, startRelay } from '../relay.ts';

export interface Scenario {
  readonly name: string;
  /** Its question, as part of a sentence. */
  readonly asks: string;
  /** autocannon's own options; `amount` bounds the run. */
  readonly fire: Pick<autocannon.Options, 'connections' | 'overallRate'> & { readonly amount: number };
  /** Whether the shots are one request, repeated, or differ in their bodies. */
  readonly bodies: 'identical' | 'differing';
  /** Whether the target's connections are kept or each request has one of its own. */
  readonly connections: 'kept' | 'new';
}

export interface Fired {
  readonly exchanges: readonly Exchange[];
  readonly account: Account;
  /** Milliseconds from the first request to the end of the last. */
  readonly duration: number;
  /** autocannon was told as many answers as the relay took requests. */
  readonly agreed: boolean;
}

/** Requests with the same path have the same body. autocannon replaces `[<id>]` by an id of its own. */
const pathOf = ({ bodies }: Scenario): string => (bodies === 'identical' ? '/same' : '/[<id>]');

/** Seconds that autocannon waits for an answer: longer than any time-out of ours. */
const patience = 120;

/** Milliseconds between two checks of autocannon whether all its requests have been answered. */
const oftenSeen = 50;

/** `send` makes the target's request of what was asked for; the same path always stands for the same body. */
export async function fired(
  scenario: Scenario,
  send: (request: RelayedRequest) => Promise<Exchange>,
  signal?: AbortSignal,
): Promise<Fired> {
  const { amount, ...fire } = scenario.fire;
  const relay = await startRelay({ send, most: amount, ...(signal && { signal }) });
  let total = 0;
  try {
    const run = autocannon({
      url: `${relay.url}${pathOf(scenario)}`,
      method: 'POST',
      idReplacement: scenario.bodies === 'differing',
      ...fire,
      amount,
      timeout: patience,
      sampleInt: oftenSeen,
      // Its correction of coordinated omission assumes that answers take a millisecond.
      ...(fire.overallRate !== undefined && { ignoreCoordinatedOmission: true }),
    });
    const stop = () => (run as unknown as autocannon.Instance).stop();
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    const result = await run;
    total = result['2xx'] + result.non2xx;
    signal?.removeEventListener('abort', stop);
  } finally {
    await relay.close();
  }
  const { exchanges, account } = relay;
  return { exchanges, account, duration: durationOf(exchanges), agreed: total === account.sent };
}

/** Milliseconds from the first request to the end of the last. */
export const durationOf = (exchanges: readonly Exchange[]): number => {
  const began = exchanges.map(({ times }) => times.startedAt + times.sent);
  const ended = exchanges.map(({ times }) => times.startedAt + times.ended);
  return exchanges.length === 0 ? 0 : Math.max(...ended) - Math.min(...began);
};
