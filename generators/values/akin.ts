// Words that similar systems use and that are not in the contract, so that a target may accept them by mistake.

const beside: readonly (readonly [words: readonly string[], akin: readonly string[]])[] = [
  [
    ['individual', 'company'],
    ['person', 'private', 'business', 'organization', 'corporate'],
  ],
  [
    ['DEFAULT', 'LOCAL'],
    ['SEPA', 'SWIFT', 'IBAN', 'DOMESTIC'],
  ],
  [
    ['fullAccess', 'viewOnly'],
    ['admin', 'owner', 'user', 'noAccess', 'readOnly'],
  ],
  [
    ['ACTIVE', 'CLOSED'],
    ['EXPIRED', 'FROZEN', 'PENDING', 'LOST', 'CANCELED'],
  ],
  [
    ['ChipAndPin', 'Virtual', 'Disposable'],
    ['Physical', 'Plastic', 'Prepaid'],
  ],
  [
    ['sms', 'google'],
    ['email', 'totp', 'push', 'voice'],
  ],
  [
    ['pan', 'cvv'],
    ['number', 'phone3ds', 'limits', 'expiry', 'cvc'],
  ],
];

/** The words that are akin to those of an enum. */
export const akinTo = (values: readonly string[]): readonly string[] =>
  beside
    .filter(([words]) => words.some((word) => values.includes(word)))
    .flatMap(([, akin]) => akin)
    .filter((word) => !values.includes(word));

/**
 * Wrong values that a faulty enum check may accept: a pattern without anchors accepts an extra letter, some parsers accept the index of
 * a member, and a look-up in a JavaScript object finds `constructor`.
 */
export const takenFor = (values: readonly string[]): readonly string[] =>
  [...values.flatMap((value) => [`${value}x`, `x${value}`]), '1', 'constructor'].filter(
    (text) => !values.includes(text),
  );
