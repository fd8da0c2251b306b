// All variants that the service can be started as.
import { beneficiaryVariants } from './beneficiaries.ts';
import { cardVariants } from './cards.ts';
import { dataVariants } from './data.ts';
import { eventVariants } from './events.ts';
import { idVariants } from './ids.ts';
import { inapplicableVariants } from './inapplicable.ts';
import { limitVariants } from './limits.ts';
import { nameVariants } from './names.ts';
import { orderVariants } from './order.ts';
import { roleVariants } from './roles.ts';
import { secondFactorVariants } from './second-factor.ts';
import { sessionVariants } from './sessions.ts';
import { statusVariants } from './statuses.ts';
import { transportVariants } from './transport.ts';
import type { Variant } from './variant.ts';

export const variants: readonly Variant[] = [
  ...nameVariants,
  ...idVariants,
  ...statusVariants,
  ...sessionVariants,
  ...orderVariants,
  ...eventVariants,
  ...cardVariants,
  ...roleVariants,
  ...beneficiaryVariants,
  ...secondFactorVariants,
  ...transportVariants,
  ...dataVariants,
  ...inapplicableVariants,
  ...limitVariants,
];
