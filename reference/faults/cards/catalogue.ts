// All faults of cards, in the order in which they are shown.
import type { Fault } from '../fault.ts';
import { blockedKept, calculatedLimits } from './calculated-limits.ts';
import { credentials } from './credentials.ts';
import { credentialsAsked } from './credentials-asked.ts';
import { fields } from './fields.ts';
import { lists } from './lists.ts';
import { notification } from './notification.ts';
import { notificationListed } from './notification-listed.ts';
import { notificationByForm, notificationTaken } from './notification-requests.ts';
import { reading } from './reading.ts';
import { version } from './version.ts';

export const cardFaults: readonly Fault[] = [
  ...fields,
  ...lists,
  ...reading,
  ...credentials,
  ...credentialsAsked,
  ...blockedKept,
  ...calculatedLimits,
  ...notification,
  ...notificationListed,
  ...notificationTaken,
  ...version,
  ...notificationByForm,
];
