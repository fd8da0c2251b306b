// How late requests were sent, which shows how busy the machine is.
import type { Sent } from './sender.ts';

/** Milliseconds between the moment a request was due and the moment it went to its socket. */
const lateness = ({ due, handed, exchange }: Sent): number => handed + exchange.times.sent - due;

export const latest = (sent: readonly Sent[]): number => Math.max(0, ...sent.map(lateness));
