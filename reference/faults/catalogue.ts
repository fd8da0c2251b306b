// All faults that the service can be started with.
import { authenticationFaults } from './authentication.ts';
import { beneficiaryFaults } from './beneficiaries.ts';
import { cardFaults } from './cards.ts';
import { errorFaults } from './errors.ts';
import type { Fault } from './fault.ts';
import { legacyCardFaults } from './legacy-cards.ts';
import { limitFaults } from './limits.ts';
import { memberFaults } from './members.ts';
import { mfaFaults } from './mfa.ts';
import { parityFaults } from './parity.ts';
import { paymentFaults } from './payments.ts';
import { sessionFaults } from './sessions.ts';
import { signTokenFaults } from './sign-tokens.ts';
import { versionFaults } from './versions.ts';
import { webhookFaults } from './webhooks.ts';

export const faults: readonly Fault[] = [
  ...sessionFaults,
  ...mfaFaults,
  ...signTokenFaults,
  ...authenticationFaults,
  ...cardFaults,
  ...legacyCardFaults,
  ...parityFaults,
  ...paymentFaults,
  ...beneficiaryFaults,
  ...memberFaults,
  ...webhookFaults,
  ...errorFaults,
  ...limitFaults,
  ...versionFaults,
];
