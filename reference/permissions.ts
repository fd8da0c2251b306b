// What may be done with a card or a payment, by its kind and state. The flags in answers and the refusals agree, because both ask
// here.
import type { CardRecord } from './store/cards.ts';
import type { PaymentRecord } from './store/payments.ts';

export interface CardPermissions {
  readonly canActivate: boolean;
  readonly canBlock: boolean;
  readonly canUnblock: boolean;
  readonly canGetPin: boolean;
  readonly canSetPin: boolean;
  readonly canGetCvv: boolean;
  readonly canGetPassword: boolean;
  readonly canSetPassword: boolean;
  readonly canGetPan: boolean;
  readonly canClose: boolean;
  readonly canSetSmsBalanceNotification: boolean;
  readonly canGetLimits: boolean;
  readonly canSetLimits: boolean;
  readonly canGetOperations: boolean;
  readonly canSetOperations: boolean;
}

export const cardPermissions = ({ status, type }: CardRecord): CardPermissions => {
  const inHand = status === 'ACTIVE' || status === 'BLOCKED';
  const open = inHand || status === 'ORDERED' || status === 'DISPATCHED';
  const active = status === 'ACTIVE';
  const plastic = type === 'ChipAndPin';
  return {
    canActivate: status === 'DISPATCHED' || (status === 'ORDERED' && !plastic),
    canBlock: active,
    canUnblock: status === 'BLOCKED',
    canGetPin: active && plastic,
    canSetPin: active && plastic,
    canGetCvv: inHand,
    canGetPassword: active,
    canSetPassword: active,
    canGetPan: inHand,
    canClose: open,
    canSetSmsBalanceNotification: open,
    canGetLimits: open,
    canSetLimits: inHand,
    canGetOperations: status !== 'PROCESS',
    canSetOperations: inHand,
  };
};

interface PaymentPermissions {
  readonly canCancel: boolean;
  readonly canSign: boolean;
  readonly canDelete: boolean;
  readonly canDownloadConfirmation: boolean;
}

export const paymentPermissions = ({ status, entity, type, isFee }: PaymentRecord): PaymentPermissions => ({
  canCancel: (status === 'new' || status === 'compliance') && entity === 'PAYMENT' && type === 'debit' && !isFee,
  canSign: status === 'draft',
  canDelete: status === 'draft',
  canDownloadConfirmation: status === 'completed',
});
