// The checks that conclude from deliveries, delays and rates, while no other check of the run is at work. Deliveries come before limits,
// because the run has put nothing into their queue yet. A first look, which only reads, comes before both. The session that is begun first
// is used again last, when its access token is some seconds old. The runner takes files by name, and so begins with this one.
import './authentication/session-begun.ts';
import './versions/reads.ts';
import './webhooks/deliveries.ts';
import './limits/declared.ts';
import './limits/allowance.ts';
import './limits/recovery.ts';
import './limits/payments.ts';
import './limits/in-turn.ts';
import './limits/others.ts';
import './limits/found.ts';
import './limits/long-run.ts';
import './authentication/session-later.ts';
