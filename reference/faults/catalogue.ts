// All faults that the service can be started with.
import { authenticationFaults } from './authentication/catalogue.ts';
import { beneficiaryFaults } from './beneficiaries/catalogue.ts';
import { cardFaults } from './cards/catalogue.ts';
import { legacyCardFaults } from './cards/legacy/catalogue.ts';
import { errorFaults } from './errors/catalogue.ts';
import type { Fault } from './fault.ts';
import { limitFaults } from './limits/catalogue.ts';
import { memberFaults } from './members/catalogue.ts';
import { mfaFaults, signTokenFaults } from './mfa/catalogue.ts';
import { parityFaults } from './parity/catalogue.ts';
import { paymentFaults } from './payments/catalogue.ts';
import { sessionFaults } from './sessions/catalogue.ts';
import { versionFaults } from './versions.ts';
import { webhookFaults } from './webhooks/catalogue.ts';

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
