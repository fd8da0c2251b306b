// The commands by name, in the order of the help: what each does, and where it is. A command is loaded only when it is asked for,
// because loading the others would cost time and memory.
import type { Command } from 'commander';

export interface Entry {
  readonly does: string;
  /** Loads the function that registers the command with commander. */
  readonly load: () => Promise<(program: Command) => void>;
}

export const commands: Readonly<Record<string, Entry>> = {
  certify: {
    does: 'tests a target against every requirement',
    load: async () => (await import('./commands/certify.ts')).certify,
  },
  limits: {
    does: 'finds out and judges the rate limits alone',
    load: async () => (await import('./commands/limits.ts')).limits,
  },
  init: {
    does: 'finds out what it can about a target and writes a profile',
    load: async () => (await import('./commands/init.ts')).init,
  },
  record: {
    does: 'passes traffic on to a server and records it',
    load: async () => (await import('./commands/record.ts')).record,
  },
  replay: {
    does: 'replays recorded traffic, compares and judges the answers',
    load: async () => (await import('./commands/replay.ts')).replay,
  },
  check: {
    does: 'judges recorded traffic by the contract, and sends nothing',
    load: async () => (await import('./commands/check.ts')).check,
  },
  convert: {
    does: 'writes traffic of one format as another, redacted',
    load: async () => (await import('./commands/convert.ts')).convert,
  },
  merge: {
    does: 'joins the shards of one run into one verdict and report',
    load: async () => (await import('./commands/merge.ts')).merge,
  },
  diff: {
    does: 'tells what changed between two verdicts, given as files or folders',
    load: async () => (await import('./commands/diff.ts')).diff,
  },
  keygen: {
    does: 'makes a pair of keys for certificates',
    load: async () => (await import('./commands/certificate/keygen.ts')).keygen,
  },
  verify: {
    does: 'checks a certificate: its signature, its build and what it says',
    load: async () => (await import('./commands/certificate/verify.ts')).verify,
  },
  show: {
    does: 'shows one exchange of a report, whole',
    load: async () => (await import('./commands/aids/show.ts')).show,
  },
  token: {
    does: 'prints an access token, for the curl lines of a report',
    load: async () => (await import('./commands/aids/token.ts')).token,
  },
  reset: {
    does: 'brings the target back by the command that the profile names',
    load: async () => (await import('./commands/aids/reset.ts')).reset,
  },
  explain: {
    does: 'explains a requirement, an area of them, or lists all',
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  serve: {
    does: 'runs the reference service, right or with a deliberate fault',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  completion: {
    does: 'prints a script that completes the command in a shell',
    load: async () => (await import('./commands/aids/completion.ts')).completion,
  },
};
