// Whether a target answers anything but logins: without that no check could tell anything, and each would wait for its time-outs.
import { operationOf } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { inWords, isTimeout } from '../../subject/answers.ts';
import type { Profile } from '../../subject/profile/profile.ts';

/** One operation that hangs is a defect for the checks to find. */
const leastOperations = 2;

export function listening({ url, basePath }: Profile) {
  const hanging = new Map<string | undefined, Exchange>();
  let answers = false;
  return {
    note(exchange: Exchange): void {
      const operation = operationOf(exchange.request.method, exchange.request.url, basePath)?.operation;
      if (operation !== undefined && operation.security !== 'bearer') return;
      if (isTimeout(exchange)) hanging.set(operation?.id, exchange);
      else answers = true;
    },
    /** Why nothing can be judged; undefined where something was answered, or hardly anything was asked. */
    silence(): string | undefined {
      const latest = [...hanging.values()].at(-1);
      const isSilent = !answers && latest !== undefined && hanging.size >= leastOperations;
      return isSilent ? `${url} answers logins and nothing else: ${inWords(latest)}.` : undefined;
    },
  };
}
