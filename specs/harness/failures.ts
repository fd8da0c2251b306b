// The ways in which a spec ends other than by holding.

/** What a check needs is not there: no draft payment, no second user, an open name that nobody knows. */
export class Untested extends Error {
  override readonly name = 'Untested';
  readonly missing: string;

  constructor(missing: string) {
    super(missing);
    this.missing = missing;
  }
}
