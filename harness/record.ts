// What one test hands to the reports: plain data, already redacted.
import type { RequirementId } from '../contract/generated/sentences.ts';
import type { Placeholder } from '../exchange/curl.ts';
import type { FoundLimit } from '../load/found-limit.ts';
import type { Growth } from '../load/pictures/growth.ts';

/** A departure from a requirement, with what is needed to reproduce it. */
export interface ReportedFinding {
  readonly requirement: RequirementId;
  /** The operation that was called; absent when the contract has none there. */
  readonly operation?: string;
  /** Where in the response, list positions left out: `status`, `body`, `/items/3/id` reads `/items/-/id`. */
  readonly at: string;
  readonly expected: string;
  readonly got: string;
  /** How often the same departure was met. */
  readonly count: number;
  /** The exchange that shows it, when one exchange does. */
  readonly shown?: ShownExchange;
}

export interface ShownExchange {
  /** Its id in the evidence. */
  readonly id: string;
  /** Method and path, as in `GET /v2/card?status=BLOCKED`. */
  readonly sent: string;
  /** The request's body, when it had one. */
  readonly body?: string;
  /** Status, or why there was none, and the beginning of the body. */
  readonly answered: string;
  /** A line for a POSIX shell that sends the same request. */
  readonly curl: string;
  /** The variables of the line; absent when it has none. */
  readonly placeholders?: readonly Placeholder[];
  /** The profile's name of the user whose credentials were sent; absent when there were none, or others. */
  readonly user?: string;
}

/** Something open that was seen, in one sentence. */
export interface Observation {
  readonly requirement: RequirementId;
  readonly saw: string;
}

/** What came of a test for the requirement that it states. */
export type TestOutcome =
  | { readonly kind: 'held' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'untested'; readonly missing: string }
  | { readonly kind: 'error'; readonly message: string };

export interface TestRecord {
  readonly requirement: RequirementId;
  readonly outcome: TestOutcome;
  /** What the spec and the judge found, in this test, for any requirement. */
  readonly findings: readonly ReportedFinding[];
  readonly observations: readonly Observation[];
  /** Limits that were found out; absent when none was. */
  readonly limits?: readonly FoundLimit[];
  /** Latencies that were measured; absent when none was. */
  readonly latencies?: readonly Growth[];
  /** How often each requirement was checked by the judge in this test. */
  readonly checked: Readonly<Partial<Record<RequirementId, number>>>;
  readonly exchanges: number;
  /** When its test began, by the wall clock, and how long it took, in milliseconds; absent when it never began. */
  readonly took?: { readonly startedAt: number; readonly milliseconds: number };
  /** Requests that went out twice, because the target had closed their kept-alive connection. */
  readonly resent: number;
  /** Milliseconds, the longest that this process was too busy to look at what had arrived. */
  readonly delay: number;
  /** Times the target asked the suite to slow down, outside of rate-limit tests. */
  readonly waits: number;
}

/** For a check that sent nothing, or whose results were lost. */
export const nothingSeen = {
  findings: [],
  observations: [],
  checked: {},
  exchanges: 0,
  resent: 0,
  delay: 0,
  waits: 0,
} satisfies Omit<TestRecord, 'requirement' | 'outcome'>;

/** The name under which a record is attached to its Playwright test. */
export const recordAttachment = 'assay';

/** The name under which a broken must is attached while its test still goes on. */
export const findingAttachment = 'assay: found';

/** The name under which a sentence is attached that explains why a test takes long. */
export const waitAttachment = 'assay: waits';

export const waitsForCode = (user: string): string =>
  `The target takes each code of the ${user} user once: a confirmation waits for the next.`;
