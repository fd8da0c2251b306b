// assay certify: conformance and rate limits of a target -> verdict, report, certificate.
import { type Command, Option } from 'commander';
import { depths } from '../../load/depth.ts';
import {
  buildDigest,
  evidenceOption,
  gateOption,
  outOption,
  profileOption,
  shardOf,
  sinceOption,
  targetOption,
  waitOption,
  wholeNumber,
} from '../options.ts';
import type { CertifyOptions } from '../run/certification.ts';
import { greet } from '../words/greeting.ts';
import { type Help, verdictExits } from '../words/help.ts';

export const takes = (command: Command): Command =>
  command
    .addOption(targetOption('address of the implementation; without it, the embedded service'))
    .addOption(profileOption())
    .addOption(outOption())
    .option('--seed <n>', 'the same number generates the same requests', wholeNumber(0), 1)
    .addOption(
      new Option('--depth <depth>', 'how many requests are generated').choices([...depths]).default('standard'),
    )
    .option('--only <id...>', 'test only these requirements or areas')
    .option('--workers <n>', 'test processes, one check at a time in each', wholeNumber(1, 64))
    .option('--concurrency <n>', 'most checks at a time; by default 2, or 32 far away', wholeNumber(1, 256))
    .option('--shard <i/n>', 'one part of the run', shardOf)
    .option('--accept <file>', 'deviations accepted by name (docs/deviations.md)')
    .option('--specs <dir>', 'specs of your own to run along (docs/own-specs.md)')
    .option('--build <digest>', 'the build that is tested, sha256:…', buildDigest)
    .option('--key <file>', 'private key that signs the certificate')
    .option('--keyless', 'sign by the identity of this CI job (docs/certificate.md)')
    .addOption(sinceOption())
    .addOption(gateOption())
    .addOption(evidenceOption())
    .addOption(waitOption())
    .option('--fail-fast', 'end at the first broken must')
    .option('--safe', 'send nothing that changes anything')
    .option('--reset', 'first run the command of the profile that resets the target')
    .option('--yes', 'do not ask before a run that may create things without a limit')
    .option('--json', 'print the verdict as JSON, and nothing else')
    .option('--quiet', 'print nothing');

export const help: Help = {
  examples: [
    ['certify --target http://127.0.0.1:8080 --profile assay-profile.yaml', 'tests a server'],
    ['certify --only CARD PAY-12 --fail-fast', 'an area and a requirement, until one is broken'],
  ],
  exits: verdictExits,
};

export async function run(options: CertifyOptions): Promise<number> {
  greet(options);
  const { certification } = await import('../run/certification.ts');
  return certification(options);
}
