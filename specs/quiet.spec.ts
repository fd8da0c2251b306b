// The checks that conclude from deliveries, delays and rates, in this order, while no other check of the run is at work: deliveries
// come before limits, when the run has put nothing into their queue yet. Ahead of them a first look, which only reads. Around them a
// session, whose token grows old meanwhile.
import './authentication/session-begun.ts';
import './versions/reads.ts';
import './webhooks/deliveries.ts';
import './limits/declared.ts';
import './limits/allowance.ts';
import './limits/recovery.ts';
import './limits/payments.ts';
import './limits/found.ts';
import './limits/long-run.ts';
import './authentication/session-later.ts';
