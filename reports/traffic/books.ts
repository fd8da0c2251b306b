// Judges recorded traffic, exchange by exchange, and keeps the departures, and which part of the contract was met.

import { judgedInTraffic } from '../../contract/judge/judged.ts';
import { rule } from '../../contract/judge/rules.ts';
import type { Openings } from '../../contract/openings.ts';
import { operationBelow, operations } from '../../contract/operations.ts';
import { pointedAt } from '../../contract/text/pointer.ts';
import { header } from '../../contract/wire.ts';
import type { Exchange, RecordedExchange } from '../../exchange/exchange.ts';
import { pseudonymsIn } from '../../exchange/redaction/pseudonym.ts';
import type { Redaction } from '../../exchange/redaction/redaction.ts';
import { ByReason } from '../../exchange/traffic/by-reason.ts';
import { placeText, type TrafficItem } from '../../exchange/traffic/traffic.ts';
import { type Belief, Ledger } from '../../harness/run/ledger.ts';
import type { Evidence } from '../verdict/result.ts';
import type { TrafficSeen } from '../verdict/verdict.ts';
import { Unauthenticated } from './unauthenticated.ts';

interface TrafficBooksOptions {
  readonly openings: Openings;
  readonly redaction: Redaction;
  /** Address of the server that was recorded: exchanges with it count, whatever their path, and no others. */
  readonly target?: string;
  /** Is told of each exchange that departs from the contract. */
  onDeparture(exchange: Exchange): void;
}

/** Requirements that compare the answer with what the request asked for, and need no true values. */
const asksWhatWasAsked: ReadonlySet<string> = new Set([
  rule.noUnaskedCredential,
  rule.noExtraInList,
  rule.noUnaskedExtra,
  rule.noUnaskedExpansion,
]);

const pointed = (body: Uint8Array, pointer: string): unknown => {
  try {
    return pointedAt(JSON.parse(Buffer.from(body).toString()), pointer);
  } catch {
    return undefined;
  }
};

const isStandIn = (value: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'number') && pseudonymsIn(String(value)).length > 0;

/**
 * Ignores a finding on the format of a pseudonym, which need not look like the secret in whose place it stands, and one on members
 * that were not asked for when the body of the request was not recorded.
 */
const believable: Belief = ({ requirement, at }, { request, outcome }) => {
  if (asksWhatWasAsked.has(requirement)) return !request.cut;
  if (outcome.kind === 'failed') return true;
  if (at.startsWith('header ')) return !isStandIn(header(outcome.response.headers, at.slice('header '.length)));
  return !(at.startsWith('/') && isStandIn(pointed(outcome.response.body, at)));
};

const isAnswered = (exchange: RecordedExchange): exchange is Exchange =>
  exchange.outcome !== undefined &&
  !(exchange.outcome.kind === 'failed' && ['refused', 'tls'].includes(exchange.outcome.failure.kind));

export class TrafficBooks {
  readonly #options: TrafficBooksOptions;
  readonly #ledgers = new Map<string, Ledger>();
  readonly #operations = new Map<string, Map<string, number>>();
  readonly #unusable = new ByReason();
  readonly #omitted = new ByReason();
  readonly #unauthenticated = new Unauthenticated();
  #judged = 0;
  #unanswered = 0;
  #elsewhere = 0;
  /** Set when a file could not be read, or not to its end. */
  trouble: string | undefined;

  constructor(options: TrafficBooksOptions) {
    this.#options = options;
  }

  enter(item: TrafficItem): void {
    if (item.kind === 'exchange') {
      this.#enterExchange(item.exchange, item.place.file);
      return;
    }
    (item.kind === 'omitted' ? this.#omitted : this.#unusable).enter(item.reason, placeText(item.place));
    if (item.place.entry === undefined) this.trouble ??= `${placeText(item.place)}: ${item.reason}`;
  }

  #enterExchange(exchange: RecordedExchange, file: string): void {
    const { method, url } = exchange.request;
    const basePath = this.#basePath(method, url);
    if (basePath === undefined) this.#elsewhere += 1;
    else if (!isAnswered(exchange)) this.#unanswered += 1;
    else this.#judge(exchange, basePath, file);
  }

  #basePath(method: string, url: string): string | undefined {
    const { target, openings } = this.#options;
    if (target === undefined) return operationBelow(method, url)?.basePath;
    const below = url === target || (url.startsWith(target) && /^[/?#]/.test(url.slice(target.length)));
    return below ? openings.basePath : undefined;
  }

  #judge(exchange: Exchange, basePath: string, file: string): void {
    this.#judged += 1;
    const ledger = this.#ledgerFor(basePath);
    const { operation, findings } = ledger.enter(exchange);
    const { onDeparture } = this.#options;
    if (findings.length > 0) onDeparture(exchange);
    if (operation === undefined) return;
    for (const { finding, exchange: found } of this.#unauthenticated.enter(operation, exchange, file)) {
      ledger.find(finding, found);
      onDeparture(found);
    }
    const status = exchange.outcome.kind === 'answered' ? String(exchange.outcome.response.status) : 'none';
    const statuses = this.#operations.get(operation) ?? new Map<string, number>();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    this.#operations.set(operation, statuses);
  }

  #ledgerFor(basePath: string): Ledger {
    const known = this.#ledgers.get(basePath);
    if (known) return known;
    const ledger = new Ledger({ ...this.#options.openings, basePath }, this.#options.redaction, {
      believes: believable,
    });
    this.#ledgers.set(basePath, ledger);
    return ledger;
  }

  /** The results of all that was entered. */
  close(files: readonly string[]): { readonly evidence: readonly Evidence[]; readonly seen: TrafficSeen } {
    const evidence = [...this.#ledgers.values()].map(
      (ledger): Evidence => ({ ...ledger.take(), observations: [], waits: 0, delay: 0 }),
    );
    const checked = new Set(evidence.flatMap((record) => Object.keys(record.checked)));
    const seen: TrafficSeen = {
      files,
      judged: this.#judged,
      unanswered: this.#unanswered,
      elsewhere: this.#elsewhere,
      unusable: this.#unusable.met,
      ...(this.#omitted.met.length > 0 && { omitted: this.#omitted.met }),
      operations: [...operations.keys()].flatMap((id) => {
        const statuses = this.#operations.get(id);
        if (!statuses) return [];
        const sorted = Object.fromEntries([...statuses].sort(([one], [other]) => (one < other ? -1 : 1)));
        return [{ id, exchanges: [...statuses.values()].reduce((sum, count) => sum + count, 0), statuses: sorted }];
      }),
      operationsUnmet: [...operations.keys()].filter((id) => !this.#operations.has(id)),
      requirementsUnmet: [...judgedInTraffic].filter((id) => !checked.has(id)).sort(),
    };
    return { evidence, seen };
  }
}
