// What one test process needs for all that it sends: the target with its sessions, the ledger of findings, and the evidence.
import type { Judgement } from '../contract/judge/judge.ts';
import type { Openings } from '../contract/openings.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { openRecording } from '../exchange/recording/recording.ts';
import { createRedaction, type Redaction } from '../exchange/redaction/redaction.ts';
import { type Api, createApi } from '../subject/api.ts';
import { declaredNames } from '../subject/names.ts';
import { openingsOf } from '../subject/openings.ts';
import type { Profile } from '../subject/profile/profile.ts';
import { redactionOf } from '../subject/profile/secrets-of.ts';
import { createLeft } from './changes/left.ts';
import { safely } from './changes/safety.ts';
import { createSpending, type Spent } from './changes/spending.ts';
import { codesPath, evidencePath, leftPath, spentPath } from './paths.ts';
import { createFixtures, type Fixtures } from './prepare/fixtures.ts';
import { profileOf } from './profile-of.ts';
import type { ReportedFinding } from './record.ts';
import { createLastCalls, type LastCalls } from './run/last-calls.ts';
import { Ledger } from './run/ledger.ts';
import { sharedCodes } from './run/shared-codes.ts';
import type { Depth, Settings } from './settings.ts';

export interface Equipment {
  readonly profile: Profile;
  /** For our own use. */
  readonly api: Api;
  /** For checks: it sends nothing that --safe forbids. */
  readonly offered: Api;
  readonly fixtures: Fixtures;
  readonly openings: Openings;
  readonly redaction: Redaction;
  readonly ledger: Ledger;
  readonly lastCalls: LastCalls;
  /** How many cases a property tries. */
  readonly runs: number;
  spend(what: Spent): void;
  close(): Promise<void>;
}

/** Sees each exchange as it was made, once it has been judged, and says on whose behalf it was sent. */
type Witness = (seen: Exchange, judgement: Judgement) => { readonly purpose?: string };

const runsAt: Readonly<Record<Depth, number>> = { quick: 20, standard: 100, deep: 1000 };

/** What is worth knowing while a check goes on. */
export interface Progress {
  /** The judge found something. */
  finding?(finding: ReportedFinding): void;
  /** A check waits so many milliseconds, until there is a code that its user has not used. */
  waitingForCode?(user: string, milliseconds: number): void;
}

export function openEquipment(
  settings: Settings,
  witness: Witness,
  { finding: onFinding, waitingForCode = () => {} }: Progress = {},
): Equipment {
  const profile = profileOf(settings);
  const names = settings.found?.names ?? declaredNames(profile.open);
  const redaction = createRedaction({
    ...(settings.pseudonymKey && { key: settings.pseudonymKey }),
    ...redactionOf(profile),
  });
  const openings = openingsOf(profile, names);
  const recording = openRecording(evidencePath(settings.out), { redaction, packs: true });
  const ledger = new Ledger(openings, redaction, { ...(onFinding && { onFinding }) });
  const lastCalls = createLastCalls(evidencePath(settings.out), profile.basePath);

  const left = createLeft(leftPath(settings.out), profile.basePath);
  const observer = (seen: Exchange): void => {
    lastCalls.note(seen);
    left(seen);
    recording.append({ ...seen, ...witness(seen, ledger.enter(seen)) });
  };
  const api = createApi(profile, { observer, names, codes: sharedCodes(codesPath(settings.out), waitingForCode) });
  const offered = settings.safe ? safely(api) : api;
  const runs = runsAt[settings.depth];
  const fixtures = createFixtures(offered, {
    runs,
    seed: settings.seed,
    ...(settings.found && { found: settings.found }),
  });
  return {
    profile,
    api,
    offered,
    fixtures,
    openings,
    redaction,
    ledger,
    lastCalls,
    runs,
    spend: settings.safe ? () => {} : createSpending(spentPath(settings.out), profile.allow, settings.shard),
    async close() {
      await api.close();
      await recording.close();
    },
  };
}
