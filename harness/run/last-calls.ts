// When each operation was last called in a run, by any of its processes.
import { type OperationId, operationOf } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { readRecording } from '../../exchange/recording/recording.ts';

export interface LastCalls {
  note(exchange: Exchange): void;
  /** By the clock of exchanges; undefined when nobody has called it. */
  of(id: OperationId): Promise<number | undefined>;
}

/** Calls of other processes are read from the evidence once, when `of` is first called. */
export function createLastCalls(evidence: string, basePath: string): LastCalls {
  const calls = new Map<OperationId, number>();
  const note = ({ request, times }: Exchange): void => {
    const id = operationOf(request.method, request.url, basePath)?.operation.id;
    if (id !== undefined) calls.set(id, Math.max(calls.get(id) ?? 0, times.startedAt + times.ended));
  };
  let others: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    for await (const item of readRecording(evidence)) if (item.kind === 'exchange') note(item.exchange);
  };
  return {
    note,
    async of(id) {
      others ??= read();
      await others;
      return calls.get(id);
    },
  };
}
