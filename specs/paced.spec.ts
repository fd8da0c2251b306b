// The checks that wait, in the order in which they do not disturb each other: deliveries are told apart while there are few.
import './webhooks/deliveries.ts';
import './limits/payments.ts';
import './limits/operations.ts';
