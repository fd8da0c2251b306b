// assay record: a recording reverse proxy, until it is told to stop.
import type { Command } from 'commander';
import { redactionKeyVariable } from '../../exchange/redaction/redaction.ts';
import { type RecorderEvent, startRecorder } from '../../recorder/recorder.ts';
import { loadRules } from '../../subject/redaction/rules.ts';
import { exit, UsageError } from '../exit.ts';
import { byteSize, httpUrl, redactOption, wholeNumber } from '../options.ts';
import { helpText } from '../words/help.ts';

interface RecordOptions {
  readonly upstream: string;
  readonly listen: number;
  readonly out: string;
  readonly host: string;
  readonly keepHost?: true;
  readonly rotate: number;
  readonly bodyLimit: number;
  readonly ca?: string;
  readonly redact?: string;
  readonly json?: true;
  readonly quiet?: true;
}

export function record(program: Command): void {
  program
    .command('record')
    .requiredOption('--upstream <url>', 'the server that is recorded', httpUrl)
    .requiredOption('--listen <port>', 'port to listen on; 0 takes any free one', wholeNumber(0, 65_535))
    .requiredOption('--out <file>', 'the recording; one that is there already is continued')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--keep-host', "pass the client's Host field on as it is")
    .option('--rotate <size>', 'begin a new segment at this size', byteSize, 256 * 1024 * 1024)
    .option('--body-limit <size>', 'record so much of a body', byteSize, 8 * 1024 * 1024)
    .option('--ca <file>', 'certificate authorities to trust for the upstream (PEM)')
    .addOption(redactOption())
    .option('--json', 'print what happens as lines of JSON')
    .option('--quiet', 'print nothing but trouble')
    .addHelpText(
      'after',
      helpText({
        examples: [
          [
            'record --upstream http://127.0.0.1:8080 --listen 8081 --out t.ndjson',
            'records what clients send to port 8081, until Ctrl-C',
          ],
        ],
        exits: {
          0: 'everything that passed is in the recording',
          2: 'usage error, or it cannot listen or write there',
          3: 'something was left out or lost',
        },
      }),
    )
    .action(async (options: RecordOptions) => {
      process.exitCode = await run(options);
    });
}

const stopPatience = 5_000;

async function run(options: RecordOptions): Promise<number> {
  const say = options.json ? inJson : options.quiet ? inTrouble : inWords;
  const key = process.env[redactionKeyVariable];
  const rules = options.redact === undefined ? undefined : loadRules(options.redact, process.env);
  // Whoever reads that it listens may send a signal at once.
  const asked = stopAsked();
  const recorder = await startRecorder({
    upstream: options.upstream,
    port: options.listen,
    host: options.host,
    keepHost: options.keepHost === true,
    file: options.out,
    segmentSize: options.rotate,
    bodyLimit: options.bodyLimit,
    ...(options.ca && { caFile: options.ca }),
    ...(key && { redactionKey: key }),
    ...(rules && { redact: rules }),
    onEvent: say,
  }).catch((error: Error) => {
    throw new UsageError(error.message);
  });
  await asked;
  const { dropped, lost } = await recorder.stop(stopPatience);
  return dropped + lost === 0 ? exit.passed : exit.undecided;
}

/** A second signal does not wait. */
const stopAsked = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(exit.undecided));
        resolve();
      });
    }
  });

const inJson = (event: RecorderEvent): void => {
  process.stdout.write(`${JSON.stringify(event)}\n`);
};

const inTrouble = (event: RecorderEvent): void => {
  if (event.event === 'trouble') process.stderr.write(`assay record: ${event.message}\n`);
};

function inWords(event: RecorderEvent): void {
  inTrouble(event);
  if (event.event === 'listening') {
    const { url, upstream, file, torn } = event;
    if (torn > 0) process.stdout.write(`${file}: a torn last line of ${torn} bytes was cut off\n`);
    process.stdout.write(`records ${url} -> ${upstream} into ${file}; Ctrl-C ends it\n`);
  }
  if (event.event === 'finished') {
    const { recorded, dropped, lost, unreadable, segments, file } = event;
    const counts = [
      `${recorded} exchanges recorded in ${file}`,
      ...(segments > 0 ? [`${segments} closed segments beside it`] : []),
      ...(dropped > 0 ? [`${dropped} left out, as the file did not keep up`] : []),
      ...(lost > 0 ? [`${lost} lost, as the file could not be written`] : []),
      ...(unreadable > 0 ? [`${unreadable} connections carried what is no HTTP/1.x`] : []),
    ];
    process.stdout.write(`${counts.join(' · ')}\n`);
  }
}
