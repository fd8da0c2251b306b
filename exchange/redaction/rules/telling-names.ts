// Names that give a secret away wherever they stand: `X-Api-Key`, `clientSecret`, `new_password`, `user.otp`, `CVC2`.
//
// A name is taken apart into its words, however it is spelled, and its end decides, as in English: a `passwordPolicy` is a policy,
// an `apiKeyCount` is a count, a `secretary` is another word. What asks or permits (`canGetCvv`) is no secret, nor is what is
// masked or public.

/** `secrets`: a name in the plural, under which a number is a count. */
export type Telling = 'secret' | 'secrets' | undefined;

/** One word, which ends the name. */
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

/** Written in one, small letters: `newpassword`, `xapikey`, `otpcode`. Shorter nouns end innocent words as well. */
const glued = new RegExp(
  `(?:${[
    'password|passwd|passphrase|passcode|secret|token|sess(?:ion)?id',
    '(?:api|access|private|secret|signing|session)key',
    '(?:otp|sms|mfa|2fa|cvv|cvc|pin|security|verification|confirmation|activation|recovery|backup)code',
    '(?:user|new|old|confirm)pass',
  ].join('|')})$`,
);

/** They say which one, or how it is written, and the word before them says what it is. */
const asides = new Set([
  ...['new', 'old', 'current', 'repeat', 'repeated', 'confirm', 'confirmed', 'confirmation', 'again', 'value', 'plain'],
  ...['plaintext', 'raw', 'encoded', 'encrypted', 'base64', 'b64', 'hex', 'hash', 'digest', 'hint', 'number', '3ds'],
]);

const asking = new Set([
  ...['can', 'may', 'must', 'should', 'is', 'are', 'has', 'have', 'needs', 'requires', 'allows', 'supports'],
]);
const harmless = new Set(['masked', 'public']);

/** Every name that tells ends as one of these does, but for a number behind it. */
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

/** What asks or permits, and what is masked or public. */
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

/** `password1`, `cvc2`, `api_key_v2`: which one of several it is. */
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

/** In a header or a query it opens an API; in a body it is the name of a member more often. */
export const isKeyAlone = (name: string): boolean => /^(?:x-)?key$/i.test(name);

/** In a query it may also be a word, such as what is sorted by. */
export const looksLikeKey = (value: string): boolean => /^(?=.*\d)(?=.*[A-Za-z])[\w.~+/=-]{12,}$/.test(value);

/** A switch or a word about the secret, in the place of the secret. */
const aboutIt =
  /^(?:true|false|null|none|undefined|yes|no|on|off|[01ynft]|enabled|disabled|required|optional|present|missing|absent|valid|invalid|expired|unknown|set|unset|bearer|basic)$/i;

export const isAboutSecret = (value: string): boolean => aboutIt.test(value);
