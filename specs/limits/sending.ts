// Requests for the limiters: what is sent, and how it is sent at exact moments.
import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type Paced, pace } from '../../load/pacing/sender.ts';
import { isFields } from '../../target/answers.ts';
import { filled, inputOf } from '../../target/bodies.ts';
import type { CallInput } from '../../target/calls.ts';
import { isKnown, type Names } from '../../target/names.ts';
import type { Check } from '../harness/check.ts';

/** Loopback is ours to load; any other target has to allow it. */
const loopback = /^https?:\/\/(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:|\/|$)/;

const underWay = 64;

const hasOpenBody = (id: OperationId, names: Names): id is keyof Names['bodies'] => id in names.bodies;

/** An accepted request to a limited operation, made of what the profile tells of its open body. */
export async function limitedCall(check: Check, id: OperationId): Promise<CallInput> {
  const { api, profile, untested } = check;
  if (!profile.allow.load && !loopback.test(profile.url)) untested('leave to load the target (allow.load)');
  if (id === 'setCardLimits' && !profile.allow.setCardLimits)
    untested('leave to change card limits (allow.setCardLimits)');
  if (!hasOpenBody(id, api.names)) return untested(`a way to load ${id}`);
  const template = api.names.bodies[id];
  if (!isKnown(template)) return untested(`open.bodies.${id}: ${template.because}`);
  const card = (await api.cards.list()).find(({ status }) => status === 'ACTIVE') ?? (await api.cards.list())[0];
  const refreshToken = await (await api.session()).refreshToken();
  const values = {
    ...(card && { walletId: String(card.walletId), cardId: String(card.id) }),
    ...(refreshToken && { refreshToken }),
  };
  return { ...inputOf(filled(template.value, values)), ...(card && { path: { id: String(card.id) } }) };
}

/** A payment of its own for each check, so that no check meets what another one has spent of the limit. */
export async function identicalPayment(check: Check): Promise<CallInput> {
  const call = await limitedCall(check, 'createPayment');
  // The reference of a payment is free text of at most 33 characters.
  const reference = `assay ${randomUUID().slice(0, 18)}`;
  return isFields(call.json) && 'reference' in call.json ? { ...call, json: { ...call.json, reference } } : call;
}

export async function sendPaced(
  check: Check,
  id: OperationId,
  call: CallInput,
  schedule: readonly Paced<undefined>[],
): Promise<readonly Exchange[]> {
  // A session that has to be renewed in the middle would hold up what is due.
  await check.api.session();
  if (id === 'createPayment') for (const _ of schedule) check.spend('createPayments');
  const send = (_: undefined, signal: AbortSignal) => check.api.call(id, { ...call, on429: 'return', signal });
  const { sent } = await pace(schedule, { send, concurrency: underWay });
  return sent.map(({ exchange }) => exchange);
}
