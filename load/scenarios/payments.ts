// Payments for the shots of a scenario: one body for each name, made when it is first asked for.
import type { Exchange } from '../../exchange/exchange.ts';
import type { Api } from '../../subject/api.ts';
import type { CallInput } from '../../subject/calls.ts';
import { onNewConnection, withOtherBody } from '../limited-call.ts';
import type { RelayedRequest } from '../relay.ts';
import type { Scenario } from './scenario.ts';

export function payments(
  api: Api,
  payment: CallInput,
  { connections }: Pick<Scenario, 'connections'>,
): (request: RelayedRequest) => Promise<Exchange> {
  const bodies = new Map<string, CallInput>();
  return ({ path, signal }) => {
    const known = bodies.get(path) ?? (bodies.size === 0 ? payment : (withOtherBody(payment) ?? payment));
    bodies.set(path, known);
    const call = connections === 'new' ? onNewConnection(known) : known;
    return api.call('createPayment', { ...call, on429: 'return', signal });
  };
}
