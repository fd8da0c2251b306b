// All faults of webhooks, in the order in which they are shown.
import type { Fault } from '../fault.ts';
import { configuration, configurationKeys } from './configuration.ts';
import { deliveries, eventsToo } from './deliveries.ts';

export const webhookFaults: readonly Fault[] = [...configuration, ...deliveries, ...configurationKeys, ...eventsToo];
