// How one target fills what the specification leaves open, as far as the judge needs it.

export type CardList = 'listCards' | 'listCardsV1';

/** A target's names for the query parameters of a card list, if they are known. */
export interface ListParameters {
  readonly status?: string;
  readonly type?: string;
  readonly sort?: string;
}

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
  /**
   * The parameters of the card lists, for recorded traffic only. In a certification the specs ask for the lists, know which cards are due,
   * and ask a second time.
   */
  readonly lists?: Readonly<Record<CardList, ListParameters>>;
  /** Whether requests have all credentials that were sent. A capture may have lost them, and the specs have checks of their own. */
  readonly seesCredentials?: boolean;
}
