// Whether a target answers anything but logins: without that no check could tell anything, and each would wait for its time-outs.
import { operationOf } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { inWords, isTimeout } from '../../subject/answers.ts';
import type { Profile } from '../../subject/profile/profile.ts';

export function listening({ url, basePath }: Profile) {
  let answers = false;
  let latest: Exchange | undefined;
  return {
    note(exchange: Exchange): void {
      const operation = operationOf(exchange.request.method, exchange.request.url, basePath)?.operation;
      if (operation !== undefined && operation.security !== 'bearer') return;
      if (isTimeout(exchange)) latest = exchange;
      else answers = true;
    },
    /** Why nothing can be judged; undefined where something was answered, or nothing timed out. */
    silence: (): string | undefined =>
      answers || latest === undefined ? undefined : `${url} answers logins and nothing else: ${inWords(latest)}.`,
  };
}
