// What a run may have left at its target: everything that its processes asked for and that was not refused.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type OperationId, operationOf } from '../../contract/operations.ts';
import { isUuid } from '../../contract/text/uuid.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { meaningOf } from '../../generators/expectations.ts';
import type { Spent } from './spending.ts';

interface Left {
  readonly counts: Readonly<Partial<Record<Spent, number>>>;
  readonly signedDrafts: readonly string[];
}

export const lasting: Readonly<Partial<Record<OperationId, Spent>>> = {
  createPayment: 'createPayments',
  createBeneficiary: 'createBeneficiaries',
  inviteMember: 'inviteMembers',
  cancelPayment: 'cancelPayments',
  signPayments: 'signDrafts',
};

/** To be told of each exchange of a process; `path` is the same for all processes of the run. */
export function createLeft(path: string, basePath: string): (exchange: Exchange) => void {
  return (exchange) => {
    const lines = linesOf(exchange, basePath);
    if (lines.length === 0) return;
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, lines.map((line) => `${line}\n`).join(''));
  };
}

function linesOf(exchange: Exchange, basePath: string): readonly string[] {
  const { request } = exchange;
  if (request.method === 'GET') return [];
  const id = operationOf(request.method, request.url, basePath)?.operation.id;
  const what = id && lasting[id];
  // A request without an answer may have been carried out.
  if (what === undefined || !['accepted', 'none'].includes(meaningOf(id as OperationId, exchange))) return [];
  if (what !== 'signDrafts') return [what];
  return isOnlyValidated(request.url) ? [] : idsIn(request.body).map((draft) => `${what} ${draft}`);
}

const isOnlyValidated = (url: string): boolean => /[?&]validate=1(?:&|$)/.test(url);

function idsIn(body: Uint8Array = new Uint8Array()): readonly string[] {
  const words =
    Buffer.from(body)
      .toString('utf8')
      .match(/[\w-]+/g) ?? [];
  return [...new Set(words.filter(isUuid))];
}

/** `alreadySigned`: drafts that were used up before the first check. */
export function leftIn(path: string, alreadySigned: readonly string[] = []): Left {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  const counts: Partial<Record<Spent, number>> = {};
  const signedDrafts = new Set(alreadySigned);
  for (const line of lines) {
    const [what, draft] = line.split(' ') as [Spent, string?];
    if (what === 'signDrafts' && draft !== undefined) signedDrafts.add(draft);
    else counts[what] = (counts[what] ?? 0) + 1;
  }
  return {
    counts: { ...counts, ...(signedDrafts.size > 0 && { signDrafts: signedDrafts.size }) },
    signedDrafts: [...signedDrafts],
  };
}

/**
 * The least number of drafts that are left. Drafts are signed from the end of the profile's list, so those before the first signed one
 * are left. Those after it may have been signed by an earlier run.
 */
export function draftsLeft(named: readonly string[], signed: readonly string[]): number {
  const places = signed.map((id) => named.indexOf(id)).filter((place) => place >= 0);
  return Math.min(named.length, ...places);
}
