// `assay/test`: what a team writes specs of its own with, in plain Playwright. They send with the same client, judge and
// recording as our checks, and are never counted as ours.
import { stripVTControlCharacters } from 'node:util';
import { test as plain, type TestInfoError } from '@playwright/test';
import type { Judgement } from '../../contract/judge/judge.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Api } from '../../subject/api.ts';
import type { Profile } from '../../subject/profile/profile.ts';
import { operationsUnder, propertyFor } from '../assert/property.ts';
import type { Spent } from '../changes/spending.ts';
import { Untested } from '../declare/failures.ts';
import { type Equipment, openEquipment } from '../equipment.ts';
import type { Fixtures } from '../prepare/fixtures.ts';
import type { Ledger } from '../run/ledger.ts';
import { showing } from '../run/shown.ts';
import { settingsFrom } from '../settings.ts';
import { knownOf, remember } from './known.ts';
import { type OwnRecord, ownAttachment } from './record.ts';

export type { Judgement } from '../../contract/judge/judge.ts';
export type { OperationId } from '../../contract/operations.ts';
export type { RequirementId } from '../../contract/requirements.ts';
export type { Exchange } from '../../exchange/exchange.ts';
export { jsonOf, statusOf } from '../../subject/answers.ts';
export type { Api, Call } from '../../subject/api.ts';
export type { Profile } from '../../subject/profile/profile.ts';
export { accepted, answered, notAccepted, rejected, tellsProblems } from '../assert/property.ts';
export type { Fixtures } from '../prepare/fixtures.ts';
export { expect } from './matchers.ts';

/** What a spec finds beside the fixtures of Playwright's own. */
interface OwnFixtures {
  /** Calls the target's operations with a user's session; every exchange is judged and recorded as it passes. */
  readonly api: Api;
  readonly profile: Profile;
  /** What there is at the target to test with; ends the test as untested where there is none. */
  readonly fixtures: Fixtures;
  /** Generated requests of one operation, under the names that the target uses. */
  readonly operation: ReturnType<typeof operationsUnder>;
  /** Sends generated requests, judges them, and fails with the smallest that shows the failure. */
  readonly property: ReturnType<typeof propertyFor>;
  /** Determines the generated requests. */
  readonly seed: number;
  /** What the judge says of an exchange: which requirements it shows, and which of them it breaks. */
  readonly judge: (exchange: Exchange) => Judgement;
  /** Claims one of what the profile allows to be changed; ends the test as untested when that is used up. */
  readonly spend: (what: Spent) => void;
  /** Ends the test as untested: what it needs is not there. */
  readonly untested: (missing: string) => never;
}

interface OwnWorkspace extends Equipment {
  readonly ledger: Ledger;
  /** The test on whose behalf requests are sent from here on. */
  begin(purpose: string): void;
}

export const test = plain.extend<OwnFixtures & { ownTest: undefined }, { ownWorkspace: OwnWorkspace }>({
  ownWorkspace: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
    async ({}, use) => {
      const workspace = openOwnWorkspace();
      await use(workspace);
      await workspace.close();
    },
    { scope: 'worker' },
  ],
  ownTest: [
    async ({ ownWorkspace: { begin, ledger, redaction } }, use, testInfo) => {
      begin(`own spec: ${testInfo.titlePath.join(' › ')}`);
      ledger.take();
      await use(undefined);
      const { exchanges, findings } = ledger.take();
      // The runner writes error messages to terminals and files, so they are redacted here.
      for (const error of testInfo.errors) redact(error, redaction.text);
      const record: OwnRecord = { exchanges, findings };
      await testInfo.attach(ownAttachment, { body: JSON.stringify(record), contentType: 'application/json' });
    },
    { auto: true },
  ],
  api: ({ ownWorkspace }, use) => use(ownWorkspace.offered),
  profile: ({ ownWorkspace }, use) => use(ownWorkspace.profile),
  fixtures: ({ ownWorkspace }, use) => use(ownWorkspace.fixtures),
  operation: ({ api, profile }, use) => use(operationsUnder(api.names, profile.fixtures.accounts)),
  property: ({ api, ownWorkspace }, use) => use(propertyFor(api, settings.seed, ownWorkspace.runs)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
  judge: ({}, use) => use((exchange) => knownOf(exchange).judgement),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
  seed: ({}, use) => use(settings.seed),
  spend: ({ ownWorkspace }, use) => use(ownWorkspace.spend),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
  untested: ({}, use) =>
    use((missing) => {
      throw new Untested(missing);
    }),
});

const settings = settingsFrom(process.env);

/** Removes colours where there is a secret, because colour codes within it would hide it from redaction. */
function redact(error: TestInfoError, redacted: (text: string) => string): void {
  for (const key of ['message', 'stack', 'value', 'errorContext'] as const) {
    const said = stripVTControlCharacters(error[key] ?? '');
    const fit = redacted(said);
    if (fit !== said) error[key] = fit;
  }
  if (error.cause) redact(error.cause, redacted);
}

function openOwnWorkspace(): OwnWorkspace {
  if (!settings.prepared) {
    throw new Error(
      "nobody has prepared this run: `globalSetup: 'assay/setup'` in playwright.config.ts does, and so does `assay certify --specs DIR`",
    );
  }
  let purpose: string | undefined;
  const equipment = openEquipment(settings, (exchange) => {
    remember(exchange, { judgement: ledger.enter(exchange), show: () => showing(equipment.redaction)(exchange) });
    return purpose === undefined ? {} : { purpose };
  });
  const ledger = equipment.newLedger();
  const begin = (next: string): void => {
    purpose = next;
  };
  return { ...equipment, ledger, begin };
}
