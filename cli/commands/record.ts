// assay record: a recording reverse proxy, until it is told to stop.
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { type Command, Option } from 'commander';
import { isCredentialHeader } from '../../exchange/redaction/field-redaction.ts';
import { redactionKeyVariable } from '../../exchange/redaction/redaction.ts';
import type { Identity } from '../../recorder/listener.ts';
import { type RecorderEvent, startRecorder } from '../../recorder/recorder.ts';
import type { Selection } from '../../recorder/selection.ts';
import { counted } from '../../reports/verdict/wording.ts';
import { loadRules } from '../../subject/redaction/rules.ts';
import { exit, UsageError } from '../exit.ts';
import { cannotWrite } from '../folder/files.ts';
import { byteSize, httpUrl, redactOption, share, wholeNumber } from '../options.ts';
import { stopAsked } from '../run/stop.ts';
import type { Help } from '../words/help.ts';
import { cannotListen } from '../words/listening.ts';

interface RecordOptions {
  readonly upstream: string;
  readonly listen: number;
  readonly out: string;
  readonly host: string;
  readonly keepHost?: true;
  readonly rotate: number;
  readonly bodyLimit: number;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly ca?: string;
  readonly clientCert?: string;
  readonly clientKey?: string;
  readonly path?: readonly string[];
  readonly sample?: number;
  readonly sampleBy?: string;
  readonly redact?: string;
  readonly json?: true;
  readonly quiet?: true;
}

export const takes = (command: Command): Command =>
  command
    .requiredOption('--upstream <url>', 'the server that is recorded', httpUrl)
    .requiredOption('--listen <port>', 'port to listen on; 0 takes any free one', wholeNumber(0, 65_535))
    .requiredOption('--out <file>', 'the recording; an existing one is continued')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--keep-host', "pass the client's Host field on unchanged")
    .addOption(
      new Option('--rotate <size>', 'begin a new segment at this size')
        .argParser(byteSize)
        .default(byteSize('256M'), '256M'),
    )
    .addOption(
      new Option('--body-limit <size>', 'record at most this much of a body')
        .argParser(byteSize)
        .default(byteSize('8M'), '8M'),
    )
    .option('--path <path...>', 'record only these: beginnings of paths; * is any segment')
    .option('--sample <share>', 'record this share of the connections, such as 10%', share)
    .option('--sample-by <header>', 'sample callers, known by this header, instead of connections')
    .option('--tls-cert <file>', 'speak TLS to clients, with this certificate (PEM)')
    .option('--tls-key <file>', 'the key of that certificate (PEM)')
    .option('--ca <file>', 'certificate authorities to trust for the upstream (PEM)')
    .option('--client-cert <file>', 'certificate to show to the upstream (PEM)')
    .option('--client-key <file>', 'the key of that certificate (PEM)')
    .addOption(redactOption())
    .option('--json', 'print events as lines of JSON')
    .option('--quiet', 'print only problems');

export const help: Help = {
  examples: [
    [
      'record --upstream http://127.0.0.1:8080 --listen 8081 --out t.ndjson',
      'records what clients send to port 8081, until Ctrl-C',
    ],
  ],
  exits: {
    0: 'everything that passed is in the recording',
    2: 'usage error, or it cannot listen or write',
    3: 'something was left out or lost',
  },
};

const stopPatience = 5_000;

export async function run(options: RecordOptions): Promise<number> {
  const say = options.json ? inJson : options.quiet ? inTrouble : inWords;
  const key = process.env[redactionKeyVariable];
  const rules = options.redact === undefined ? undefined : loadRules(options.redact, process.env);
  // Listens for signals before it says that it is ready, because a reader of that line may send one at once.
  const asked = stopAsked();
  const recorder = await startRecorder({
    upstream: options.upstream,
    port: options.listen,
    host: options.host,
    keepHost: options.keepHost === true,
    file: options.out,
    segmentSize: options.rotate,
    bodyLimit: options.bodyLimit,
    tls: upstreamTls(options),
    ...identityOf(options),
    selection: selectionOf(options),
    ...(key && { redactionKey: key }),
    ...(rules && { redact: rules }),
    onEvent: say,
  }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(whyNot(error, options));
  });
  await asked;
  const { dropped, lost } = await recorder.stop(stopPatience);
  return dropped + lost === 0 ? exit.passed : exit.undecided;
}

/** Errors of the writer's thread arrive as a message only; messages of the system name a file that the user did not give. */
function whyNot(error: NodeJS.ErrnoException, { listen, host, out }: RecordOptions): string {
  if (error.syscall === 'listen') return cannotListen(error, { port: listen, host }, '--listen');
  return /^E[A-Z]+: /.test(error.message) ? cannotWrite(out, error) : error.message;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Throws when only one of them is given, or when they do not fit. */
function pairOf(certificateFile: string | undefined, keyFile: string | undefined, names: string): Identity | undefined {
  if (certificateFile === undefined && keyFile === undefined) return undefined;
  if (certificateFile === undefined || keyFile === undefined) throw new UsageError(`${names} go together`);
  const [certificate, key] = [textOf(certificateFile), textOf(keyFile)];
  try {
    createSecureContext({ cert: certificate, key });
  } catch (error) {
    throw new UsageError(`${names}: no certificate in PEM with its own key (${(error as Error).message})`);
  }
  return { certificate, key };
}

const upstreamTls = ({ ca, clientCert, clientKey }: RecordOptions) => ({
  ...(ca !== undefined && { ca: textOf(ca) }),
  ...pairOf(clientCert, clientKey, '--client-cert and --client-key'),
});

function identityOf({ tlsCert, tlsKey }: RecordOptions) {
  const identity = pairOf(tlsCert, tlsKey, '--tls-cert and --tls-key');
  return identity && { identity };
}

function selectionOf({ path, sample, sampleBy }: RecordOptions): Selection {
  if (sampleBy !== undefined && sample === undefined) throw new UsageError('--sample-by needs --sample');
  if (sampleBy !== undefined && changesWithinASession(sampleBy))
    throw new UsageError(
      `--sample-by ${sampleBy}: a session has one value of it at its login and others afterwards, so it would be recorded in part; name a header that is the same in all requests of a caller`,
    );
  return {
    ...(path && { paths: path }),
    ...(sample !== undefined && { share: sample }),
    ...(sampleBy !== undefined && { shareBy: sampleBy }),
  };
}

const changesWithinASession = (name: string): boolean => isCredentialHeader(name) || /^cookie2?$/i.test(name);

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
    const { recorded, dropped, lost, unreadable, passedOver, segments, file } = event;
    const counts = [
      `${counted(recorded, 'exchange')} recorded in ${file}`,
      ...(segments > 0 ? [`${counted(segments, 'closed segment')} beside it`] : []),
      ...(passedOver > 0 ? [`${passedOver} passed on but not recorded, as they were not selected`] : []),
      ...(dropped > 0 ? [`${dropped} left out, as the file did not keep up`] : []),
      ...(lost > 0 ? [`${lost} lost, as the file could not be written`] : []),
      ...(unreadable > 0 ? [`${counted(unreadable, 'connection')} carried data that is not HTTP/1.x`] : []),
    ];
    process.stdout.write(`${counts.join(' · ')}\n`);
  }
}
