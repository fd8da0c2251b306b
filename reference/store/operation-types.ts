// The operation types of payments, with the entity, icon and fee of each.

export const operationTypes = [
  'MAIN',
  'RETURN',
  'CURRENCY_EXCHANGE',
  'REPLENISHMENT_FROM_CARD',
  'CARD_CURRENCY_EXCHANGE_RATE_DIFFERENCE',
  'ACCOUNT_OPENING_FEE',
  'ACCOUNT_MAINTENANCE_FEE',
  'ACCOUNT_BALANCE_FEE',
  'SWIFT_ISSUING_FEE',
  'SWIFT_FEE',
  'SEPA_FEE',
  'CHAPS_FEE',
  'FASTER_FEE',
  'FEE_RETURN',
  'ACCOUNT_CLOSURE_FEE',
  'OTHER_FEE',
  'CURRENCY_EXCHANGE_FEE',
  'REFERENCE_LETTER_FEE',
  'AUDIT_LETTER_FEE',
  'ADDITIONAL_FEE',
  'CANCELLATION_INVESTIGATION_FEE',
  'REPLENISHMENT_FROM_CARD_FEE',
  'SAME_COMPANY_FEE',
  'SAME_PROVIDER_FEE',
  'CARD_ISSUE_FEE',
  'CARD_DELIVERY_FEE',
  'CARD_ATM_CASH_WITHDRAWAL_FEE',
  'CARD_SMS_FEE',
  'CARD_ATM_BALANCE_ENQUIRY_FEE',
  'CARD_CURRENCY_EXCHANGE_FEE',
  'CARD_MAINTENANCE_FEE',
  'CRYPTO_PAYMENT_FEE',
  'POS_PURCHASE',
  'ATM_WITHDRAWAL',
  'AUTOMATED_FUEL_DISPENSER',
  'CREDIT_VOUCHER_AND_MERCHANDISE_RETURN',
  'MOTO_PURCHASE',
  'MANUAL_CASH_PURCHASE',
  'PURCHASE_WITH_CASHBACK',
  'QUASI_CASH_PURCHASE',
  'RECURRING_PAYMENT',
  'ACCOUNT_VERIFICATION',
  'STATUS_CHECK',
  'UNATTENDED_CARDHOLDER_ACTIVATED_TERMINAL',
  'E_COMMERCE_PURCHASE',
  'PAY_WAVE_HIGH_VALUE_PURCHASE',
  'PAY_WAVE_LOW_VALUE_PURCHASE',
  'CARD_TO_CARD_PAYMENT',
  'UNKNOWN',
] as const;

export type OperationType = (typeof operationTypes)[number];
export type PaymentType = 'debit' | 'credit';
export type Entity = 'PAYMENT' | 'CONVERT' | 'CARD';
export type Icon = 'CONVERT' | 'RETURN' | 'CARD' | 'ACCOUNT' | 'CREDIT' | 'DEBIT';

const transfers: readonly OperationType[] = ['MAIN', 'RETURN', 'FEE_RETURN', 'UNKNOWN'];
const incoming: readonly OperationType[] = [
  'RETURN',
  'FEE_RETURN',
  'REPLENISHMENT_FROM_CARD',
  'CREDIT_VOUCHER_AND_MERCHANDISE_RETURN',
];

export const isFee = (operation: OperationType): boolean => operation.endsWith('_FEE');

export const isExchange = (operation: OperationType): boolean => operation === 'CURRENCY_EXCHANGE';

/** Whether it is a purchase by card. */
export const isPurchase = (operation: OperationType): boolean =>
  !isFee(operation) && !isExchange(operation) && !transfers.includes(operation);

export const entityOf = (operation: OperationType): Entity => {
  if (isExchange(operation) || operation === 'CURRENCY_EXCHANGE_FEE') return 'CONVERT';
  return isPurchase(operation) || operation.startsWith('CARD_') ? 'CARD' : 'PAYMENT';
};

/** Most types have one direction; a plain transfer has either. */
export const typeOf = (operation: OperationType, index: number): PaymentType => {
  if (incoming.includes(operation)) return 'credit';
  return operation === 'MAIN' && index % 3 === 0 ? 'credit' : 'debit';
};

export const iconOf = (operation: OperationType, type: PaymentType): Icon => {
  if (isExchange(operation)) return 'CONVERT';
  if (operation.includes('RETURN')) return 'RETURN';
  if (isFee(operation)) return 'ACCOUNT';
  if (isPurchase(operation)) return 'CARD';
  return type === 'credit' ? 'CREDIT' : 'DEBIT';
};
