// The requests of both sides of a measurement: reads of the reference service's cards and payments, generated one by one.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { OperationId } from '../../contract/operations.ts';
import type { CheckSession } from '../../harness/run/workspace.ts';
import { openWorkspace } from '../../harness/run/workspace.ts';
import type { CallInput } from '../../subject/api.ts';

export interface Read {
  readonly operation: OperationId;
  readonly input: CallInput;
}

interface Workload {
  readonly url: string;
  readonly session: CheckSession;
  /** Without end, from the seed. */
  reads(seed: number): Iterator<Read>;
  close(): Promise<void>;
}

const room = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export async function openWorkload(): Promise<Workload> {
  const child = fork(room('service-process.js'));
  const url = await new Promise<string>((resolve) => child.once('message', (said) => resolve(said as string)));
  const out = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const profile = room('../../reference/profile.yaml');
  const bench = openWorkspace({
    target: url,
    profile,
    out,
    seed: 1,
    depth: 'deep',
    safe: false,
    only: [],
    prepared: true,
  });
  const session = bench.begin('CARD-01');
  const { api, fixtures } = session.check;
  const cards = (await api.cards.list()).map(({ id }) => String(id));
  const legacy = (await api.cardsV1.list()).map(({ id }) => String(id));
  const reading = (operation: OperationId, ids: readonly string[]) =>
    fc.constantFrom(...ids).map((id): Read => ({ operation, input: { path: { id } } }));
  const read = fc.oneof(
    reading('readCard', cards),
    reading('readCardV1', legacy),
    reading('readPayment', fixtures.payments()),
  );

  return {
    url,
    session,
    reads: function* (seed) {
      for (let part = 0; ; part++) yield* fc.sample(read, { seed: seed + part, numRuns: 1000 });
    },
    async close() {
      await bench.close();
      child.disconnect();
      rmSync(out, { recursive: true });
    },
  };
}

/** Makes so many requests, so many at a time; returns the rate per second. */
export async function rateOf(
  count: number,
  concurrency: number,
  reads: Iterator<Read>,
  send: (read: Read) => Promise<unknown>,
): Promise<number> {
  const began = performance.now();
  let left = count;
  const walk = async () => {
    while (left > 0) {
      left -= 1;
      await send(reads.next().value as Read);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, walk));
  return (1000 * count) / (performance.now() - began);
}
