// The commands by name, in the order of the help: what each does, and its file. Only the command that is called is loaded, because
// loading the others would cost time and memory.
import type { Command } from 'commander';
import type { Help } from './words/help.ts';

/** What the file of a command exports. */
interface CommandFile {
  /** Adds the arguments and the options. */
  readonly takes: (command: Command) => Command;
  readonly help: Help;
  /** Does the work, given the arguments and then the options, and returns the exit code. */
  readonly run: (...given: never[]) => number | Promise<number>;
}

interface Entry {
  readonly does: string;
  readonly load: () => Promise<CommandFile>;
}

export const commands: Readonly<Record<string, Entry>> = {
  certify: {
    does: 'tests a target against every requirement',
    load: () => import('./commands/certify.ts'),
  },
  limits: {
    does: 'finds out and judges only the rate limits',
    load: () => import('./commands/limits.ts'),
  },
  init: {
    does: 'finds out what it can about a target and writes a profile',
    load: () => import('./commands/init.ts'),
  },
  record: {
    does: 'passes traffic on to a server and records it',
    load: () => import('./commands/record.ts'),
  },
  replay: {
    does: 'replays recorded traffic, compares and judges the answers',
    load: () => import('./commands/replay.ts'),
  },
  check: {
    does: 'judges recorded traffic by the contract, and sends nothing',
    load: () => import('./commands/check.ts'),
  },
  convert: {
    does: 'writes traffic of one format as another, redacted',
    load: () => import('./commands/convert.ts'),
  },
  merge: {
    does: 'joins the shards of one run into one verdict and report',
    load: () => import('./commands/merge.ts'),
  },
  diff: {
    does: 'tells what changed between two verdicts, given as files or folders',
    load: () => import('./commands/diff.ts'),
  },
  keygen: {
    does: 'makes a pair of keys for certificates',
    load: () => import('./commands/certificate/keygen.ts'),
  },
  verify: {
    does: 'checks a certificate: its signature, its build and what it says',
    load: () => import('./commands/certificate/verify.ts'),
  },
  show: {
    does: 'shows one exchange of a report, whole',
    load: () => import('./commands/aids/show.ts'),
  },
  token: {
    does: 'prints an access token, for the curl lines of a report',
    load: () => import('./commands/aids/token.ts'),
  },
  reset: {
    does: 'resets the target by the command that the profile names',
    load: () => import('./commands/aids/reset.ts'),
  },
  explain: {
    does: 'explains a requirement, an area of them, or lists all',
    load: () => import('./commands/explain.ts'),
  },
  serve: {
    does: 'runs the reference service, correct or with a deliberate fault',
    load: () => import('./commands/serve.ts'),
  },
  completion: {
    does: 'prints a script that completes the command in a shell',
    load: () => import('./commands/aids/completion.ts'),
  },
};
