// Meets demands for a second factor, which any operation may make at any time: confirms, and sends the call again.
import type { OperationId } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { demandedMfa } from '../answers.ts';
import type { Confirmation, Confirmer } from './mfa.ts';

/** Sends the call, with the sign token where it has a place for one. `confirmations`: how many were made for it so far. */
export type Ask = (signToken?: string, confirmations?: number) => Promise<Exchange>;

export interface DemandOptions {
  /** A call that takes a sign token needs a confirmation of its own; other calls may share one. */
  readonly takesSignToken: boolean;
  /** Is told of each demand after which the call is sent again. */
  readonly onDemand?: ((demand: Exchange) => void) | undefined;
  /** Whether confirming alone has carried out the call, where that can be seen. */
  readonly carriedOut?: (() => Promise<boolean>) | undefined;
}

export interface Demands {
  /** The operation's own answer, or that to the confirmation that carried it out; the demand itself where it could not be met. */
  livedThrough(ask: Ask, options: DemandOptions): Promise<Exchange>;
}

/** A second factor is part of the purpose of these operations, so their caller decides whether it is confirmed. */
export const demandingByThemselves: ReadonlySet<OperationId> = new Set([
  'login',
  'exchangeSignToken',
  'confirmMfa',
  'signPayments',
  'inviteMember',
  'setSmsBalanceNotification',
]);

/** The call is given up after these, because a target that demands a second factor each time would never answer it. */
const mostConfirmations = 3;

/** After this many failed confirmations in a row no more are tried, because a target may lock the user. */
const mostFailures = 3;

/**
 * One for each user. Confirmations that several calls may share are made one at a time. Once a confirmation was refused while others were
 * under way, the calls are made one at a time too, because a target may forget a demand when it makes the next one.
 */
export function createDemands(confirmer: Confirmer): Demands {
  let failures = 0;
  let pending = 0;
  let lastInTurn: Promise<unknown> | undefined;
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<Confirmation | undefined> | undefined;

  async function confirm(mfaToken: string): Promise<Confirmation | undefined> {
    if (failures >= mostFailures) return undefined;
    const confirmation = await confirmer.confirm(mfaToken);
    failures = confirmation.kind === 'confirmed' ? 0 : failures + 1;
    if (confirmation.kind === 'confirmed') confirmedAt = performance.now();
    return confirmation;
  }

  function confirmForAll(mfaToken: string): Promise<Confirmation | undefined> {
    underWay = confirm(mfaToken).finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  async function livedThrough(ask: Ask, options: DemandOptions): Promise<Exchange> {
    if (lastInTurn) return inTurn(() => attempt(ask, options));
    pending += 1;
    const beside = pending;
    const exchange = await attempt(ask, options).finally(() => {
      pending -= 1;
    });
    const wasRefused = failures > 0 && demandedMfa(exchange) !== undefined;
    if (!wasRefused || Math.max(beside, pending + 1) < 2) return exchange;
    failures = 0;
    return inTurn(() => attempt(ask, options));
  }

  function inTurn(work: () => Promise<Exchange>): Promise<Exchange> {
    const mine = (lastInTurn ?? Promise.resolve()).then(work, work);
    lastInTurn = mine;
    return mine;
  }

  async function attempt(ask: Ask, { takesSignToken, onDemand, carriedOut }: DemandOptions): Promise<Exchange> {
    let confirmed: Extract<Confirmation, { kind: 'confirmed' }> | undefined;
    for (let confirmations = 0; ; ) {
      const askedAt = performance.now();
      const exchange = await ask(confirmed?.signToken, confirmations);
      const mfaToken = demandedMfa(exchange);
      if (mfaToken === undefined) return exchange;
      if (!takesSignToken) {
        while (underWay) await underWay;
        if (confirmedAt > askedAt) {
          onDemand?.(exchange);
          continue;
        }
      }
      if (confirmations === mostConfirmations)
        return confirmed && (await carriedOut?.()) ? confirmed.exchange : exchange;
      confirmations += 1;
      const confirmation = await (takesSignToken ? confirm(mfaToken) : confirmForAll(mfaToken));
      if (confirmation?.kind !== 'confirmed') return exchange;
      onDemand?.(exchange);
      confirmed = confirmation;
    }
  }

  return { livedThrough };
}
