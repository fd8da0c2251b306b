// Gathers what single exchanges show into groups: by operation, field and kind of difference, and by broken requirement.
import type { Finding } from '../../contract/judge/judge.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Redaction } from '../../exchange/redaction/redaction.ts';
import type { Difference, DifferenceKind, NewStatus, Rejection } from '../compare/difference.ts';
import { kindOfStatus, shownError } from '../compare/rejection.ts';
import { fieldAt, shownValue } from '../compare/shown.ts';
import { createExhibits, type Exhibit, sizeOfExhibit } from '../exhibit/exhibit.ts';
import { type MarkedPlaces, placesOf } from '../exhibit/marks.ts';
import type { Step } from '../plan/steps.ts';
import { byWeight, levelOf, placeOf, type Standing } from './breaches.ts';
import type { Cause } from './consequences.ts';
import type { DifferenceGroup, Example, Excuse, ViolationGroup } from './result.ts';
import type { FateOf } from './tally.ts';

interface Group {
  readonly operation: string;
  readonly field: string;
  readonly kind: DifferenceKind;
  readonly lawful: string | undefined;
  readonly follows: Cause | undefined;
  readonly rejection: Rejection | undefined;
  /** The loop in which it was first met; absent for the first loop. */
  readonly loop: number | undefined;
  readonly newStatus: NewStatus | undefined;
  count: number;
  violating: number;
  violatingBefore: number;
  advised: number;
  example: Example;
  size: number;
  /** The first exchanges that show it. */
  readonly exchanges: string[];
}

/** The answer to a step, with all its differences. */
interface Compared {
  readonly step: Step;
  readonly exchange: Exchange;
  readonly differences: readonly Difference[];
}

/** What excuses a group of differences, given the exchanges that show it; undefined when nothing does. */
export type ExcuseOf = (group: DifferenceGroup, exchanges: readonly string[]) => Excuse | undefined;

/** Excuses a group that follows from a difference that counts; a group that follows from an allowed difference counts. */
const withoutFault = (group: DifferenceGroup, all: readonly DifferenceGroup[]): DifferenceGroup => {
  const { follows } = group;
  if (follows === undefined || group.excuse) return group;
  const causes = all.filter((each) => each.operation === follows.operation && each.field === follows.field);
  if (causes.length > 0 && causes.every((each) => each.excuse !== undefined && each.follows === undefined))
    return group;
  const { operation, field, leftOut } = rootOf(follows, all);
  const what = leftOut ? 'was left out' : field === undefined ? 'was not sent' : 'was not answered as recorded';
  return { ...group, excuse: { by: 'consequence', because: `${operation} ${what} before` } };
};

/** The first of the causes that led to this one. */
const rootOf = (cause: Cause, all: readonly DifferenceGroup[], seen: readonly DifferenceGroup[] = []): Cause => {
  const groups = all.filter(({ operation, field }) => operation === cause.operation && field === cause.field);
  const [first] = groups;
  const isFirst = first === undefined || groups.some(({ follows }) => follows === undefined);
  return isFirst || seen.includes(first) ? cause : rootOf(first.follows!, all, [...seen, first]);
};

/** Groups that count come before excused ones, forbidden ones before allowed ones, and frequent ones before rare ones. */
export const byUrgency = (one: DifferenceGroup, other: DifferenceGroup): number =>
  urgencyOf(one) - urgencyOf(other) || other.count - one.count;

const urgencyOf = ({ excuse, violating }: DifferenceGroup): number => (excuse ? 2 : violating > 0 ? 0 : 1);

const mostGroups = 5000;
const mostExchanges = 1000;
/** Characters of all exchanges that are kept to be shown. */
const mostShown = 16_000_000;

export class Findings {
  /** How often the recording has been played, this time included. */
  loop = 1;
  readonly #groups = new Map<string, Group>();
  readonly #violations = new Map<string, { -readonly [Key in keyof ViolationGroup]: ViolationGroup[Key] }>();
  readonly #compared = new Map<string, number>();
  readonly #redaction: Redaction;
  readonly #exhibit: ReturnType<typeof createExhibits> | undefined;
  #shownSize = 0;

  /** `areShown`: whether a report will show the exchanges behind the differences. */
  constructor(redaction: Redaction, areShown = true) {
    this.#redaction = redaction;
    this.#exhibit = areShown ? createExhibits(redaction) : undefined;
  }

  compared(operation: string): void {
    this.#compared.set(operation, (this.#compared.get(operation) ?? 0) + 1);
  }

  /** Returns the group to which the difference belongs. */
  differ(compared: Compared, difference: Difference, standing: Standing, follows: Cause | undefined): string {
    const { step } = compared;
    const { kind, field, lawful } = difference;
    const operation = step.operation.key;
    const rejection = difference.rejection && shownError(difference.rejection, this.#redaction);
    const newStatus = difference.newStatus && shownError(difference.newStatus, this.#redaction);
    const ofStatus = kindOfStatus({ ...(rejection && { rejection }), ...(newStatus && { newStatus }) });
    const key = `${operation} ${kind} ${field} ${lawful ?? ''} ${ofStatus ?? ''} ${follows ? `${follows.operation} ${follows.field} ${follows.leftOut}` : ''}`;
    const known = this.#groups.get(key);
    if (!known && this.#groups.size >= mostGroups) return key;
    const size = sizeOf(step, difference);
    const group: Group = known ?? {
      operation,
      field,
      kind,
      lawful,
      follows,
      rejection,
      loop: this.loop > 1 ? this.loop : undefined,
      newStatus,
      count: 0,
      violating: 0,
      violatingBefore: 0,
      advised: 0,
      example: this.#example(compared, difference),
      size,
      exchanges: [],
    };
    if (!known) this.#groups.set(key, group);
    group.count += 1;
    if (standing === 'forbidden') group.violating += 1;
    if (standing === 'forbidden before') group.violatingBefore += 1;
    if (standing === 'advised against') group.advised += 1;
    if (group.exchanges.length < mostExchanges && group.exchanges.at(-1) !== step.id) group.exchanges.push(step.id);
    if (size < group.size) {
      group.size = size;
      group.example = this.#example(compared, difference, group.example);
    }
    return key;
  }

  violate(step: Step, exchange: Exchange, finding: Finding, alsoRecorded: boolean): void {
    const { requirement, at, expected, got } = finding;
    const operation = step.operation.key;
    const place = placeOf(at);
    const key = `${requirement} ${operation} ${place}`;
    const known = this.#violations.get(key);
    if (!known && this.#violations.size >= mostGroups) return;
    const texts = known ? {} : { expected: this.#redaction.text(expected), got: this.#redaction.text(got) };
    const group = known ?? {
      requirement,
      level: levelOf(requirement),
      operation,
      at: place,
      expected: '',
      got: '',
      count: 0,
      alsoRecorded: 0,
      ...texts,
      ...this.#exchanges({ step, exchange, differences: [] }, { got: { at } }),
    };
    this.#violations.set(key, group);
    group.count += 1;
    if (alsoRecorded) group.alsoRecorded += 1;
  }

  /** The groups of differences, the most urgent first, and whether each counts, is excused or follows from another. */
  settled(excuse: ExcuseOf): { readonly groups: DifferenceGroup[]; readonly fateOf: FateOf } {
    const keyed = [...this.#groups].map(([key, group]) => {
      const { lawful, follows, rejection, newStatus, loop, exchanges, size: _, ...counted } = group;
      const told = { ...(rejection && { rejection }), ...(newStatus && { newStatus }), ...(loop && { loop }) };
      const plain = { ...counted, ...told, of: this.#compared.get(group.operation) ?? 0 };
      const excused = lawful ? ({ by: 'contract', because: lawful } as const) : excuse(plain, exchanges);
      return [key, { ...plain, ...(follows && { follows }), ...(excused && { excuse: excused }) }] as const;
    });
    const all = keyed.map(([, group]) => group);
    const settled = new Map(keyed.map(([key, group]) => [key, withoutFault(group, all)]));
    return {
      groups: [...settled.values()].sort(byUrgency),
      fateOf: (key) => {
        const by = settled.get(key)?.excuse?.by;
        return by === undefined ? 'counts' : by === 'consequence' ? 'follows' : 'excused';
      },
    };
  }

  /** The exchanges behind each group, for a noise file. */
  evidence(): {
    readonly operation: string;
    readonly field: string;
    readonly kind: DifferenceKind;
    readonly count: number;
    readonly of: number;
    readonly exchanges: readonly string[];
  }[] {
    return [...this.#groups.values()]
      .filter(({ lawful }) => lawful === undefined)
      .map(({ operation, field, kind, count, exchanges }) => ({
        operation,
        field,
        kind,
        count,
        of: this.#compared.get(operation) ?? 0,
        exchanges,
      }));
  }

  get violations(): ViolationGroup[] {
    return [...this.#violations.values()].sort(byWeight);
  }

  /** `before`: the example that the new one replaces. */
  #example(compared: Compared, difference: Difference, before?: Example): Example {
    const { step, exchange } = compared;
    const { field, at, recorded, got, why } = difference;
    const { request } = this.#redaction.exchange(exchange);
    const place = field.startsWith('/') || field === '' ? fieldAt(step.operation.response, field) : undefined;
    return {
      id: step.id,
      request: `${request.method} ${request.url.replace(/^[a-z]+:\/\/[^/]+/i, '')}`,
      at: at === '' ? 'body' : at,
      recorded: shownValue(recorded, place, this.#redaction),
      got: `${shownValue(got, place, this.#redaction)}${why === undefined ? '' : `, ${why}`}`,
      ...this.#exchanges(compared, placesOf(difference), before?.exchanges),
    };
  }

  #exchanges(
    { step, exchange, differences }: Compared,
    places: MarkedPlaces,
    before?: Exhibit,
  ): { readonly exchanges?: Exhibit } {
    if (before) this.#shownSize -= sizeOfExhibit(before);
    if (this.#exhibit === undefined || step.response === undefined || this.#shownSize > mostShown) return {};
    const exchanges = this.#exhibit(step, exchange, places, differences);
    this.#shownSize += sizeOfExhibit(exchanges);
    return { exchanges };
  }
}

/** The smallest example of a group is shown. */
const sizeOf = (step: Step, { recorded, got, at }: Difference): number =>
  step.request.url.length + at.length + (JSON.stringify(recorded)?.length ?? 0) + (JSON.stringify(got)?.length ?? 0);
