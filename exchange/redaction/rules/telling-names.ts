// Names that mean a secret in any place: `X-Api-Key`, `clientSecret`, `new_password`, `user.otp`, `CVC2`.
//
// A name in any spelling is split into its words, and its end decides, as in English: a `passwordPolicy` is a policy, an `apiKeyCount` is a
// count, a `secretary` is another word. Names that ask or permit (`canGetCvv`) are no secrets, nor are masked or public values.

/** `secrets`: the name is in the plural, so a number under it is a count. */
export type Telling = 'secret' | 'secrets' | undefined;

/** Single words at the end of a name. */
const nouns = new Set([
  ...[
    'password',
    'passwd',
    'pwd',
    'pw',
    'pswd',
    'passphrase',
    'passcode',
    'secret',
    'token',
    'jwt',
    'apikey',
    'otp',
    'totp',
  ],
  ...['cvv', 'cvc', 'csc', 'cvn', 'cav', 'pan', 'pin', 'pincode', 'pinblock', 'sid', 'sessid', 'csrf', 'xsrf'],
  ...[
    'signature',
    'sig',
    'hmac',
    'assertion',
    'mnemonic',
    'bearer',
    'credential',
    'phone',
    'telephone',
    'tel',
    'msisdn',
  ],
]);

const phrases = new Set([
  ...['api', 'app', 'access', 'secret', 'private', 'signing', 'encryption', 'master', 'auth', 'shared', 'session'].map(
    (word) => `${word} key`,
  ),
  ...['subscription', 'consumer', 'gateway', 'service', 'client', 'account', 'license', 'hmac', 'functions', 'ssh'].map(
    (word) => `${word} key`,
  ),
  ...['security', 'verification', 'confirmation', 'activation', 'authentication', 'login', 'access', 'reset'].map(
    (word) => `${word} code`,
  ),
  ...['sms', 'mfa', '2fa', 'factor', 'one time', 'otp', 'cvv', 'cvc', 'pin', 'pass', 'recovery', 'backup'].map(
    (word) => `${word} code`,
  ),
  ...['device code', 'user code', 'code verifier', 'session id', 'sess id', 'saml response'],
  ...['x', 'user', 'db', 'admin', 'smtp', 'auth', 'login', 'proxy', 'new', 'old', 'current', 'confirm', 'repeat'].map(
    (word) => `${word} pass`,
  ),
  ...['seed phrase', 'recovery phrase', 'x auth', 'secret answer', 'security answer'],
  ...['card number', 'card no', 'card num', 'cc number', 'cc num', 'primary account number', 'track data', 'pin block'],
  ...['verification value', 'verification number', 'security number', 'phone number', 'phone no', 'mobile number'],
  ...['mobile no', 'mobile phone'],
]);

/** Names written as one word in small letters: `newpassword`, `xapikey`, `otpcode`. Shorter nouns are also the ends of harmless words. */
const glued = new RegExp(
  `(?:${[
    'password|passwd|passphrase|passcode|secret|token|sess(?:ion)?id',
    '(?:api|access|private|secret|signing|session)key',
    '(?:otp|sms|mfa|2fa|cvv|cvc|pin|security|verification|confirmation|activation|recovery|backup)code',
    '(?:user|new|old|confirm)pass',
  ].join('|')})$`,
);

/** These words say which one, or how it is written; the word before them says what it is. */
const asides = new Set([
  ...['new', 'old', 'current', 'repeat', 'repeated', 'confirm', 'confirmed', 'confirmation', 'again', 'value', 'plain'],
  ...['plaintext', 'raw', 'encoded', 'encrypted', 'base64', 'b64', 'hex', 'hash', 'digest', 'hint', 'number', '3ds'],
]);

const asking = new Set([
  ...['can', 'may', 'must', 'should', 'is', 'are', 'has', 'have', 'needs', 'requires', 'allows', 'supports'],
]);
const harmless = new Set(['masked', 'public']);

/** Every telling name ends with one of these, and optionally a number. */
export const tellingEndings: readonly string[] = [...nouns, ...phrases, ...asides, 'pass'].flatMap((end) => [
  end,
  `${end}s`,
]);

const longest = 128;
const mostWords = 3;

export const wordsOf = (name: string): string[] =>
  name
    .replace(/2fa(?!ct)|3ds/gi, (whole) => ` ${whole.toLowerCase()} `)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Names that ask or permit, and names of masked or public values. */
export const isHarmless = (words: readonly string[]): boolean =>
  asking.has(words[0] ?? '') || words.some((word) => harmless.has(word));

const singular = (word: string): string => (word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word);
const isNoun = (word: string): boolean => nouns.has(word) || glued.test(word);

const namesSecret = (words: readonly string[]): boolean => {
  const last = words.at(-1);
  if (last === undefined) return false;
  if (isNoun(last) || (last === 'pass' && words.length === 1)) return true;
  // `x-rapidapi-key`
  if (glued.test(words.slice(-2).join(''))) return true;
  for (let count = 2; count <= mostWords; count += 1) if (phrases.has(words.slice(-count).join(' '))) return true;
  return false;
};

/** Without the number, which only says which of several it is: `password1`, `cvc2`, `api_key_v2`. */
const unnumbered = (words: readonly string[]): string[] => {
  const last = words.at(-1)?.replace(/(?<=\p{L}{2})\d+$|^v?\d+$/u, '');
  return last === undefined ? [] : last === '' ? words.slice(0, -1) : [...words.slice(0, -1), last];
};

export const tellingOf = (name: string): Telling => {
  if (name.length > longest) return undefined;
  let words = wordsOf(name);
  if (isHarmless(words)) return undefined;
  for (;;) {
    if (namesSecret(words)) return 'secret';
    const plain = unnumbered(words);
    if (namesSecret(plain)) return 'secret';
    const last = plain.at(-1) ?? '';
    if (!asides.has(last)) return namesSecret([...plain.slice(0, -1), singular(last)]) ? 'secrets' : undefined;
    words = plain.slice(0, -1);
  }
};

/** In a header or a query it is the key of an API; in a body it is usually the name of a member. */
export const isKeyAlone = (name: string): boolean => /^(?:x-)?key$/i.test(name);

/** In a query the value may also be a word, such as the name of a field to sort by. */
export const looksLikeKey = (value: string): boolean => /^(?=.*\d)(?=.*[A-Za-z])[\w.~+/=-]{12,}$/.test(value);

/** A switch or a word about the secret, in place of the secret. */
const aboutIt =
  /^(?:true|false|null|none|undefined|yes|no|on|off|[01ynft]|enabled|disabled|required|optional|present|missing|absent|valid|invalid|expired|unknown|set|unset|bearer|basic)$/i;

export const isAboutSecret = (value: string): boolean => aboutIt.test(value);
