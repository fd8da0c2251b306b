// The shell line that sends a request again.
import type { Exchange } from './exchange.ts';
export const curl = ({ request }: Exchange): string => `curl -sS '${request.url}'`;
