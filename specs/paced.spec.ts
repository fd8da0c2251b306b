// The checks that wait, in the order in which they do not disturb each other: deliveries are told apart while there are few.
import './webhooks/deliveries.ts';
import './limits/declared.ts';
import './limits/payments.ts';
