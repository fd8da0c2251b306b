// The ledger of one check: has every exchange judged as it passes, and keeps the findings until the check ends.
import type { RequirementId } from '../../contract/generated/sentences.ts';
import { type Finding, type Judgement, judge } from '../../contract/judge/judge.ts';
import type { Openings } from '../../contract/openings.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Redaction } from '../../exchange/redaction/redaction.ts';
import type { ReportedFinding, ShownExchange, TestRecord } from '../record.ts';
import { showing } from './shown.ts';

/** Whether a finding can be relied on: recorded traffic may lack something that the judge needs. */
export type Belief = (finding: Finding, exchange: Exchange) => boolean;

interface LedgerOptions {
  readonly believes?: Belief;
  /** Called when the judge meets a departure for the first time since the ledger was last emptied. */
  onFinding?(finding: ReportedFinding): void;
}

export class Ledger {
  readonly #openings: Openings;
  readonly #redaction: Redaction;
  readonly #show: (exchange: Exchange) => ShownExchange;
  readonly #believes: Belief;
  readonly #onFinding: (finding: ReportedFinding) => void;
  #checked = new Map<RequirementId, number>();
  #findings = new Map<string, ReportedFinding>();
  #exchanges = 0;
  #resent = 0;
  #latest: { readonly exchange: Exchange; readonly shown: ShownExchange } | undefined;

  constructor(
    openings: Openings,
    redaction: Redaction,
    { believes = () => true, onFinding = () => {} }: LedgerOptions = {},
  ) {
    this.#openings = openings;
    this.#redaction = redaction;
    this.#believes = believes;
    this.#onFinding = onFinding;
    this.#show = showing(redaction);
  }

  enter(exchange: Exchange): Judgement {
    const judgement = this.#judged(exchange);
    this.#exchanges += 1;
    if (exchange.resent) this.#resent += 1;
    for (const id of judgement.checked) this.#checked.set(id, (this.#checked.get(id) ?? 0) + 1);
    for (const { requirement, at, expected, got } of judgement.findings) {
      const { operation } = judgement;
      const found = { requirement, ...(operation && { operation }), at: anyPosition(at), expected, got };
      const finding = this.find(found, exchange);
      if (finding.count === 1) this.#onFinding(finding);
    }
    return judgement;
  }

  #judged(exchange: Exchange): Judgement {
    const judgement = judge(exchange, this.#openings);
    const doubted = judgement.findings.filter((finding) => !this.#believes(finding, exchange));
    if (doubted.length === 0) return judgement;
    const unclear = new Set(doubted.map(({ requirement }) => requirement));
    return {
      ...judgement,
      findings: judgement.findings.filter((finding) => !doubted.includes(finding)),
      checked: new Set([...judgement.checked].filter((id) => !unclear.has(id))),
    };
  }

  /** The same departure met again only raises its count: the first exchange shows it. */
  find(found: Omit<ReportedFinding, 'count' | 'shown'>, exchange: Exchange | undefined): ReportedFinding {
    const key = findingKey(found);
    const known = this.#findings.get(key);
    const finding = known ? { ...known, count: known.count + 1 } : this.#reported(found, exchange);
    this.#findings.set(key, finding);
    return finding;
  }

  #reported(found: Omit<ReportedFinding, 'count' | 'shown'>, exchange: Exchange | undefined): ReportedFinding {
    const { text } = this.#redaction;
    const finding = { ...found, expected: text(found.expected), got: text(found.got), count: 1 };
    return exchange ? { ...finding, shown: this.#shown(exchange) } : finding;
  }

  /** One answer may have a hundred findings, and is redacted only once to be shown. */
  #shown(exchange: Exchange): ShownExchange {
    if (this.#latest?.exchange !== exchange) this.#latest = { exchange, shown: this.#show(exchange) };
    return this.#latest.shown;
  }

  /** Everything that was entered since the last call. */
  take(): Pick<TestRecord, 'checked' | 'findings' | 'exchanges' | 'resent'> {
    const entered = {
      checked: Object.fromEntries(this.#checked),
      findings: [...this.#findings.values()],
      exchanges: this.#exchanges,
      resent: this.#resent,
    };
    this.#checked = new Map();
    this.#findings = new Map();
    this.#exchanges = 0;
    this.#resent = 0;
    return entered;
  }
}

/** One departure, however often and by whatever answer it is met. */
export const findingKey = ({ requirement, operation, at, expected }: Omit<ReportedFinding, 'count' | 'got'>): string =>
  [requirement, operation, at, expected].join('\u0000');

/** `/3/id` and `/7/id` are one place. */
const anyPosition = (pointer: string): string => pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
