// The users of the reference service. Every value here is made up for tests and is valid nowhere else.

export interface User {
  /** What the profile calls this user. */
  readonly name: 'full' | 'mfa' | 'second' | 'restricted';
  readonly username: string;
  readonly password: string;
  /** A restricted user gets 403 from every operation whose row in the specification lists it. */
  readonly access: 'full' | 'restricted';
  /** Whether login asks for a second factor. Sensitive operations ask every user for one. */
  readonly mfaAtLogin: boolean;
  readonly smsCode: string;
  /** Base32, for the authenticator kind of second factor. */
  readonly totpSecret: string;
}

export const users: readonly User[] = [
  {
    name: 'full',
    username: 'full.user@example.com',
    password: 'made-up-password-full',
    access: 'full',
    mfaAtLogin: false,
    smsCode: '100001',
    totpSecret: 'ASSAYREFERENCEAAFULLAAAAAAAAAAAA',
  },
  {
    name: 'mfa',
    username: 'mfa.user@example.com',
    password: 'made-up-password-mfa',
    access: 'full',
    mfaAtLogin: true,
    smsCode: '200002',
    totpSecret: 'ASSAYREFERENCEAAMFAAAAAAAAAAAAAA',
  },
  {
    name: 'second',
    username: 'second.user@example.com',
    password: 'made-up-password-second',
    access: 'full',
    mfaAtLogin: false,
    smsCode: '300003',
    totpSecret: 'ASSAYREFERENCEAASECONDAAAAAAAAAA',
  },
  {
    name: 'restricted',
    username: 'restricted.user@example.com',
    password: 'made-up-password-restricted',
    access: 'restricted',
    mfaAtLogin: false,
    smsCode: '400004',
    totpSecret: 'ASSAYREFERENCEAARESTRICTEDAAAAAA',
  },
];
