// The checks that wait, in the order in which they do not disturb each other: deliveries are told apart while there are few,
// and the declared limits are held to while the chapters draw on them least.
import './limits/declared.ts';
import './webhooks/deliveries.ts';
import './limits/allowance.ts';
import './limits/payments.ts';
import './limits/found.ts';
import './limits/long-run.ts';
