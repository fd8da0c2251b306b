// How one target fills what the specification leaves open, as far as judging needs to know.

export interface Openings {
  /** Part of the target's URL before the version, such as `/api`; empty when there is none. */
  readonly basePath: string;
  /** Success statuses the target declares, by operation; an operation without an entry may use any 2xx. */
  readonly successStatuses: Readonly<Record<string, readonly number[]>>;
  /** The status that the target declares for validation-error bodies; undefined leaves them any 4xx. */
  readonly validationStatus?: number;
  /** The query parameter of v1 card detail that asks for sensitive fields; undefined while unknown. */
  readonly includeParameter?: string;
  /** The query parameter of the payment read that asks for expansions; undefined while unknown. */
  readonly expandParameter?: string;
}
