// The bodies of every operation whose body the specification shows. The caller gives the values that only it can know.
import fc from 'fast-check';
import { resolve } from '../../contract/document.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { Fields } from '../../subject/answers.ts';
import { emails, uuids, wordOf } from '../values/texts.ts';
import { beneficiaries } from './beneficiary.ts';
import type { Bodies, BodyOptions, Implied } from './body.ts';
import { personName } from './names.ts';

const oneKind = (
  fields: fc.Arbitrary<Fields>,
  free: readonly string[] = [],
  implied: readonly Implied[] = [],
): Bodies => ({
  kinds: [{ name: 'body', fields, needs: [] }],
  free,
  implied,
});

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const token = wordOf(letters, { least: 16, most: 40 });
const deviceName = wordOf(letters, { least: 8, most: 32 });
const laterThanNow = fc.integer({ min: 1_900_000_000, max: 2_000_000_000 });

const noAddresses = ['nobody', '@example.com', 'nobody@', 'no body@example.com', 'nobody@example@example.com'];

const valuesOf = (schema: string): readonly string[] =>
  (resolve(`#/components/schemas/${schema}`) as { readonly enum: readonly string[] }).enum;

const bodies: Readonly<Partial<Record<OperationId, (options: BodyOptions) => Bodies>>> = {
  login: () => oneKind(fc.record({ fingerprint: deviceName }), ['fingerprint']),
  refreshSession: () => oneKind(fc.record({ token })),
  exchangeSignToken: () => oneKind(fc.record({ signToken: token, fingerprintid: deviceName })),
  confirmMfa: () => oneKind(fc.record({ code: wordOf('0123456789', { least: 6, most: 6 }) })),
  readCardCredentials: () =>
    oneKind(
      fc.record({
        fields: fc.subarray([...valuesOf('CredentialField')], { minLength: 1 }).map((fields) => [...fields]),
      }),
    ),
  setSmsBalanceNotification: ({ switchName }) =>
    oneKind(switchName === undefined ? fc.constant({}) : fc.record({ [switchName]: fc.constantFrom(0, 1) })),
  signPayments: () => oneKind(fc.record({ id: fc.array(uuids, { minLength: 1, maxLength: 3 }) })),
  createBeneficiary: beneficiaries,
  inviteMember: () =>
    oneKind(
      fc.record({
        email: emails,
        // Telephone numbers that belong to nobody, reserved for made-up people.
        phone: fc.integer({ min: 100, max: 199 }).map((last) => `+12025550${last}`),
        name: personName,
        role: fc.constantFrom(...valuesOf('MemberRole')),
        expiredAt: laterThanNow,
      }),
      ['name'],
      [{ field: '/email', breaks: 'format', by: 'malformed', values: fc.constantFrom(...noAddresses) }],
    ),
};

/** Undefined for an operation without a body, or with one whose shape is open. */
export const bodiesOf = (id: OperationId, options: BodyOptions): Bodies | undefined => bodies[id]?.(options);
