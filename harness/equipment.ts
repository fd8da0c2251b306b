// What one test process needs to send requests: the target with its sessions, the ledger of findings, and the evidence.
import type { Openings } from '../contract/openings.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { openRecording } from '../exchange/recording/recording.ts';
import { createRedaction, type Redaction } from '../exchange/redaction/redaction.ts';
import type { Depth } from '../load/depth.ts';
import { type Api, createApi } from '../subject/api.ts';
import { declaredNames } from '../subject/names.ts';
import { openingsOf } from '../subject/openings.ts';
import type { Profile } from '../subject/profile/profile.ts';
import { redactionOf } from '../subject/profile/secrets-of.ts';
import type { Caller } from '../subject/waiting/caller.ts';
import { createLeft } from './changes/left.ts';
import { safely } from './changes/safety.ts';
import { createSpending, type Spent } from './changes/spending.ts';
import { sharedHangs } from './hangs.ts';
import { codesPath, evidencePath, hangsPath, leftPath, spentPath } from './paths.ts';
import { createFixtures, type Fixtures } from './prepare/fixtures.ts';
import { profileOf } from './profile-of.ts';
import type { ReportedFinding } from './record.ts';
import { createLastCalls, type LastCalls } from './run/last-calls.ts';
import { Ledger } from './run/ledger.ts';
import { sharedCodes } from './run/shared-codes.ts';
import type { Settings } from './settings.ts';

export interface Equipment {
  readonly profile: Profile;
  /** Sends whatever it is asked to. */
  readonly api: Api;
  /** The API that checks are given, which sends nothing that --safe forbids. */
  readonly offered: Api;
  readonly fixtures: Fixtures;
  readonly openings: Openings;
  readonly redaction: Redaction;
  newLedger(onFinding?: (finding: ReportedFinding) => void): Ledger;
  readonly lastCalls: LastCalls;
  /** How many cases a property tries. */
  readonly runs: number;
  spend(what: Spent): void;
  close(): Promise<void>;
}

/** Sees each exchange as it was made, has it judged, and says on whose behalf it was sent. */
type Witness = (seen: Exchange) => { readonly purpose?: string };

const runsAt: Readonly<Record<Depth, number>> = { quick: 20, standard: 100, deep: 1000 };

/** Called when a check begins to wait this many milliseconds for an unused code of its user. */
export type WaitingForCode = (user: string, milliseconds: number) => void;

interface Callers {
  readonly caller?: () => Caller;
  readonly waitingForCode?: WaitingForCode;
}

export function openEquipment(
  settings: Settings,
  witness: Witness,
  { caller, waitingForCode = () => {} }: Callers = {},
): Equipment {
  const profile = profileOf(settings);
  const names = settings.found?.names ?? declaredNames(profile.open);
  const redaction = createRedaction({
    ...(settings.pseudonymKey && { key: settings.pseudonymKey }),
    ...redactionOf(profile),
  });
  const openings = openingsOf(profile, names);
  const recording = openRecording(evidencePath(settings.out), { redaction, packs: true });
  const lastCalls = createLastCalls(evidencePath(settings.out), profile.basePath);

  const left = createLeft(leftPath(settings.out), profile.basePath);
  const observer = (seen: Exchange): void => {
    lastCalls.note(seen);
    left(seen);
    recording.append({ ...seen, ...witness(seen) });
  };
  const codes = sharedCodes(codesPath(settings.out), waitingForCode);
  const api = createApi(profile, {
    observer,
    names,
    codes,
    hangs: sharedHangs(hangsPath(settings.out)),
    ...(caller && { caller }),
  });
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
    newLedger: (onFinding) => new Ledger(openings, redaction, { ...(onFinding && { onFinding }) }),
    lastCalls,
    runs,
    spend: settings.safe ? () => {} : createSpending(spentPath(settings.out), profile.allow, settings.shard),
    async close() {
      await api.close();
      await recording.close();
    },
  };
}
