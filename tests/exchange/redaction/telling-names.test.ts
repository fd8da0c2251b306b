// Which names reveal a secret, in any spelling, and which only look like such names.
import { expect, test } from '@playwright/test';
import { contract } from '../../../contract/document.ts';
import { plainName, secrets } from '../../../contract/secrets.ts';
import { isAboutSecret, tellingEndings, tellingOf } from '../../../exchange/redaction/rules/telling-names.ts';

const telling: Readonly<Record<string, string>> = {
  'keys of an API':
    'X-Api-Key api_key apiKey apikey APIKEY api.key xapikey X-RapidAPI-Key x-rapidapi-key rapid-api-key Ocp-Apim-Subscription-Key',
  tokens:
    'X-Auth-Token refresh_token idToken id_token_hint sessionToken X-CSRF-Token _csrf tokenValue token1 X-Vault-Token X-Bearer bearer X-Credential credential',
  secrets: 'secret client_secret clientSecret Client-Secret clientsecret aws_secret_access_key AWSSecretKey secretKey',
  passwords:
    'password newPassword new_password newpassword passwordConfirmation confirm_password password2 pwd user[password]',
  'passwords in other words':
    'passphrase passcode pass db_pass wsse:Password data.password passwordHash PASSWORD newPass old_pass userpass newpass X-Pass pw userPw secret_answer',
  'one-time codes':
    'otp OTP otpCode one_time_code oneTimePassword twoFactorCode 2faCode X-2FA-Code sms_code verificationCode totp otpcode smscode mfacode',
  'codes of a card':
    'cvv CVV2 cvv2 cvc cvc2 CVC csc securityCode card_security_code pin userPIN pinBlock pan cardNumber ccNumber securitycode pinNumber cvvNumber cvv_number password3ds',
  sessions: 'sessionId session_id X-Session-Id JSESSIONID PHPSESSID connect.sid',
  'private keys': 'private_key privateKey signing-key encryptionKey',
  signatures: 'signature X-Hub-Signature-256 X-Amz-Signature sig hmac client_assertion SAMLResponse',
  telephones: 'phone phone3ds phoneNumber phone_number mobileNumber contactPhone msisdn',
};

for (const [kind, names] of Object.entries(telling))
  test(`names of ${kind} tell`, () => {
    expect(names.split(' ').filter((name) => tellingOf(name) !== 'secret')).toEqual([]);
  });

test('a plural tells of several', () => {
  const names = 'tokens apiKeys secrets recovery_codes passwords api-keys signatures maxTokens credentials';
  expect(names.split(' ').filter((name) => tellingOf(name) !== 'secrets')).toEqual([]);
});

for (const [kind, names] of Object.entries({
  'other words':
    'secretary secretariat tokenizer tokenization compass passenger spin japan design inside message pinned bypass compass barcode zipcode',
  'what is said about a secret':
    'tokenType token_type passwordPolicy password_min_length expiresIn tokenExpiresAt apiKeyCount passwordResetUrl otpLength pinRetries',
  'questions and permissions': 'canGetCvv canSetPassword canGetPan isPhone hasPassword requires_otp supportsPin',
  'what is masked or public':
    'maskedPan maskedCardNumber cardMaskedNumber masked_number publicKey public_token publicJwk',
  'keys that open nothing': 'key keyId idempotencyKey Idempotency-Key primaryKey sortKey cacheKey Sec-WebSocket-Key',
  'codes that everybody knows': 'code statusCode countryCode zipCode postalCode errorCode purposeCode sort_code',
  'ids and numbers':
    'id number cardId account_number retrievalReferenceNumber cardholder sessions orderNumber 3ds is3ds',
}))
  test(`${kind} do not tell`, () => {
    expect(names.split(' ').filter((name) => tellingOf(name) !== undefined)).toEqual([]);
  });

test('no name that the contract leaves unmarked tells', () => {
  const unmarked = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties, name } = node as { properties?: Record<string, object>; name?: unknown };
    for (const each of Object.keys(properties ?? {})) unmarked.add(each);
    if (typeof name === 'string' && 'in' in node) unmarked.add(name);
    Object.values(node).forEach(visit);
  };
  visit(contract);

  const names = [...unmarked].filter((name) => !secrets.names.has(plainName(name)));
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => tellingOf(name) !== undefined)).toEqual([]);
});

test('every name that tells ends as the quick look expects', () => {
  const names = Object.values(telling).flatMap((each) => each.toLowerCase().split(' '));
  const isExpected = (name: string) =>
    /\d\]?$/.test(name) || tellingEndings.some((end) => name.replace(/\]$/, '').endsWith(end.slice(-2)));
  expect(names.filter((name) => !isExpected(name))).toEqual([]);
});

test('a switch or a word about a secret is none', () => {
  const words = ['true', 'no', '0', '1', 'required', 'EXPIRED', 'bearer'];
  expect(words.filter((word) => !isAboutSecret(word))).toEqual([]);
  expect(['hunter2', '10', 'truest', 'x'].filter(isAboutSecret)).toEqual([]);
});

test('a name of any length is told in no time', () => {
  expect(tellingOf(`${'password_'.repeat(100_000)}x`)).toBeUndefined();
});
