// The specification has query parameters that take 0 or 1, without saying their names or whether they are required. When a target
// refuses a call for want of one, the refusal tells the name, and from then on the parameter is sent.
import type { OperationId } from '../contract/operations.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { demandedMfa, isFields, jsonOf, statusOf, succeeded } from './answers.ts';
import { type Call, pairsOf } from './calls.ts';
import { known, type Names } from './names.ts';

const keys: Readonly<Partial<Record<OperationId, 'exchangeFlag' | 'memberFlag'>>> = {
  exchangeSignToken: 'exchangeFlag',
  inviteMember: 'memberFlag',
};

export class DemandedFlags {
  readonly #demanded = new Map<OperationId, string>();

  /** Sends a call, and sends it again with the flag 0 where it was refused for want of that. */
  async asking(id: OperationId, call: Call, names: Names, send: (call: Call) => Promise<Exchange>): Promise<Exchange> {
    const demanded = this.#demanded.get(id);
    if (demanded !== undefined) return send(withFlag(call, demanded));
    const exchange = await send(call);
    const key = keys[id];
    const missing = key && missedIn(exchange, known(names[key]));
    if (missing === undefined || sends(call, missing)) return exchange;
    const again = await send(withFlag(call, missing));
    if (!succeeded(again) && demandedMfa(again) === undefined) return exchange;
    this.#demanded.set(id, missing);
    return again;
  }
}

/** The name of the missing flag: the known one, or the only parameter that the validation error names. */
export function missedIn(exchange: Exchange, name?: string): string | undefined {
  const status = statusOf(exchange) ?? 0;
  const body = jsonOf(exchange);
  if (status < 400 || status >= 500 || [401, 403, 429].includes(status) || !isFields(body)) return undefined;
  if (name !== undefined) return JSON.stringify(body).includes(name) ? name : undefined;
  const [blamed, ...others] = isFields(body.query) ? Object.keys(body.query) : [];
  return others.length === 0 ? blamed : undefined;
}

const sends = ({ query = [], open }: Call, name: string): boolean =>
  open?.flag !== undefined || pairsOf(query).some(([sent]) => sent === name);

const withFlag = (call: Call, name: string): Call =>
  sends(call, name) ? call : { ...call, query: [...pairsOf(call.query ?? []), [name, '0']] };
