// Milliseconds within which a change that a target accepted has to show, as the sentence or the details of each requirement say.
import type { RequirementId } from '../../contract/requirements.ts';

export const settling = {
  'CARD-49': 10_000,
  'PAR-14': 10_000,
  'PAR-15': 10_000,
  'PAR-31': 10_000,
  'BEN-35': 10_000,
  'PAY-44': 10_000,
  'PAY-62': 10_000,
  'PAY-76': 10_000,
  'PAY-77': 10_000,
} as const satisfies Partial<Record<RequirementId, number>>;
