// serve --from: answers from the recording until it is told to stop, and reports requests that it has no answer to.
import { operationBelow } from '../../contract/operations.ts';
import type { WireRequest } from '../../contract/wire.ts';
import { createRedaction } from '../../exchange/redaction/redaction.ts';
import { loadAnswers } from '../../replay/mock/load.ts';
import { startMock } from '../../replay/mock/server.ts';
import { counted } from '../../reports/verdict/wording.ts';
import { exit, UsageError } from '../exit.ts';
import { refuseMissing } from '../folder/files.ts';

interface Answering {
  readonly files: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly stopAsked: Promise<unknown>;
}

export async function answerFrom({ files, host, port, stopAsked }: Answering): Promise<number> {
  refuseMissing(files);
  const { callers, exchanges, leftOut } = await loadAnswers(files);
  if (exchanges === 0) throw new UsageError(`${files.join(', ')}: no answer of the API is in there`);
  let answered = 0;
  const unknown = new Map<string, number>();
  const mock = await startMock({
    callers,
    host,
    port,
    onAnswered(request, { step, likeness: { differing } }) {
      answered += 1;
      if (differing.length > 0)
        say(`${named(request)} was answered as ${step.id}, whose body differs at ${differing.join(', ')}`);
    },
    onUnknown(request) {
      const name = named(request);
      if (!unknown.has(name)) say(`the recording has no answer to ${name} of this caller`);
      unknown.set(name, (unknown.get(name) ?? 0) + 1);
    },
  });
  const without = leftOut > 0 ? `; ${leftOut} more went elsewhere, or have no answer that is known whole` : '';
  process.stdout.write(
    `${counted(exchanges, 'recorded answer')} of ${counted(callers.users, 'user')} ${exchanges === 1 ? 'is' : 'are'} given at ${mock.url} until Ctrl-C${without}\n`,
  );
  await stopAsked;
  await mock.close();
  const missed = [...unknown.values()].reduce((sum, count) => sum + count, 0);
  process.stdout.write(`${counted(answered, 'request')} answered, ${missed} unknown to the recording\n`);
  return missed === 0 ? exit.passed : exit.undecided;
}

const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** Redacts addresses before they are printed, because a query or a path may hold a token. */
const redaction = createRedaction({ locate: operationBelow });
const named = (request: WireRequest): string => {
  const { method, url } = redaction.exchange({ id: '', request, times: { startedAt: 0, sent: 0, ended: 0 } }).request;
  return `${method} ${url}`;
};
