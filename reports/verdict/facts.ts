// The facts that identify a run, written into every verdict so that the run can be repeated and its basis checked.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { contractPlace } from '../../contract/document.ts';
import { requirementsPlace } from '../../contract/requirements.ts';
import { assayVersion } from '../../exchange/version.ts';
import { draftsLeft, leftIn } from '../../harness/changes/left.ts';
import { leftPath } from '../../harness/paths.ts';
import { profileOf } from '../../harness/profile-of.ts';
import type { Settings } from '../../harness/settings.ts';
import { folderFact, fromHere } from '../folder.ts';
import type { RunFacts } from './verdict.ts';

/** The name in reports for the service that was started for this run and has no address afterwards. */
export const embeddedTarget = 'embedded reference service';

const sha256 = (text: string | Buffer): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

export function factsOf(settings: Settings, startedAt: Date): RunFacts {
  const { target, embedded, build, profile, choices, out, seed, depth, safe, only, kept, shard } = settings;
  return {
    assay: assayVersion,
    target: embedded ? embeddedTarget : (target ?? 'not known'),
    ...(build && { build }),
    ...(profile && !embedded && { profile: fromHere(profile) }),
    ...folderFact(out),
    digests: {
      contract: sha256(readFileSync(contractPlace)),
      requirements: sha256(readFileSync(requirementsPlace)),
      profile: sha256(profile === undefined ? '' : readFileSync(profile, 'utf8')),
    },
    ...(choices && { choices }),
    seed,
    depth,
    safe,
    only,
    ...(kept && { kept }),
    ...(shard && { shard }),
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    // Nothing is left at the embedded service, because it ends with the run.
    ...(!embedded && leftBy(settings)),
  };
}

/** What the run has left so far at a target that goes on after it. */
export function leftBy(settings: Settings): Pick<RunFacts, 'spent' | 'draftsLeft'> {
  const { counts, signedDrafts } = leftIn(leftPath(settings.out), settings.found?.spentDrafts);
  if (signedDrafts.length === 0) return { spent: counts };
  const { drafts } = profileOf(settings).fixtures.payments;
  return { spent: counts, draftsLeft: draftsLeft(drafts, signedDrafts) };
}
