// Words that systems of this kind know beside those of the contract, and may therefore take by mistake.

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

/** Those that stand beside the words of an enum. */
export const akinTo = (values: readonly string[]): readonly string[] =>
  beside
    .filter(([words]) => words.some((word) => values.includes(word)))
    .flatMap(([, akin]) => akin)
    .filter((word) => !values.includes(word));

/**
 * What readers of enums may take for one of these: a pattern whose alternatives have no anchors takes a letter too many, some readers the place
 * of a member, and every object of JavaScript, in which they may be looked up, has a constructor.
 */
export const takenFor = (values: readonly string[]): readonly string[] =>
  [...values.flatMap((value) => [`${value}x`, `x${value}`]), '1', 'constructor'].filter(
    (text) => !values.includes(text),
  );
