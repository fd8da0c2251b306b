// Assesses one answer of the candidate: compared with the recorded one, and both judged by the contract.
import type { Finding, Judgement } from '../../contract/judge/judge.ts';
import { decodedOrRaw } from '../../contract/text/percent.ts';
import type { WireExchange, WireResponse } from '../../contract/wire.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { compareAnswers, dateOf, isDemand, type Read, readBody } from '../compare/answers.ts';
import type { Comparison } from '../compare/bodies.ts';
import { compareConditional } from '../compare/conditional.ts';
import type { Difference } from '../compare/difference.ts';
import type { Field } from '../compare/fields/field.ts';
import { isField } from '../compare/fields/pattern.ts';
import type { Masks } from '../compare/masks.ts';
import type { Clocks } from '../compare/moments.ts';
import { kindsNamedIn } from '../correlate/names.ts';
import type { Renaming } from '../correlate/renaming.ts';
import { isConditional, type Validators, type Versions } from '../correlate/validators.ts';
import type { FieldRule } from '../plan/plan.ts';
import type { Step } from '../plan/steps.ts';
import { behindDemand, inOpenPlaces, underOpenStatus, whereNobodyAsked } from '../shape/freedom.ts';
import type { Onto } from '../shape/onto.ts';
import { Shape } from '../shape/shape.ts';

export interface Assessment {
  /** Undefined when the recording has no answer. */
  readonly differences: readonly Difference[] | undefined;
  readonly findings: readonly Finding[];
  /** Requirements that the recorded answer breaks; looked at only where something differs or is broken. */
  readonly recordedFindings: readonly Finding[];
}

export interface Assessing {
  judge(exchange: WireExchange): Pick<Judgement, 'findings'>;
  /** Milliseconds since 1970 at which the recording and the replay began. */
  readonly recordedFrom: number;
  readonly replayedFrom: number;
  readonly values: ReadonlyMap<string, string | number>;
  readonly sortNames: ReadonlySet<string>;
  readonly ignored: readonly FieldRule[];
  /** Whether the candidate may have a name of its own there. */
  isNamed(operation: string, field: Field): boolean;
  /** Present where shapes are compared instead of values. */
  readonly onto?: Pick<Onto, 'learned' | 'validation'>;
  /** Only whether there is an answer, and its status, is compared. */
  readonly statusAlone: boolean;
  /** The declared statuses of a success, by operation; used where shapes are compared. */
  readonly declared: Readonly<Record<string, readonly number[]>>;
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && Buffer.compare(one, other) === 0;

export const isAmong = (rules: readonly FieldRule[], operation: string, field: string): boolean =>
  rules.some((rule) => (rule.operation === operation || rule.operation === '*') && isField(rule.field, field));

const isSorted = (url: string, names: ReadonlySet<string>): boolean => {
  const query = url.split('?')[1];
  return query?.split('&').some((pair) => names.has(decodedOrRaw(pair.split('=', 1)[0]!))) ?? false;
};

const isOfStatus = ({ kind }: Difference): boolean => kind === 'status' || kind === 'failure';

/** What is known of the candidate so far. */
interface Known {
  readonly renaming: Renaming;
  readonly validators: Validators;
  readonly versions: Versions;
  readonly masks: Masks;
  readonly clocks: Clocks;
}

/** The candidate's body, read once; undefined when it did not answer. */
export const readGot = ({ response, body }: Step, { outcome }: Exchange): Read | undefined => {
  if (outcome.kind !== 'answered') return undefined;
  const isAsRecorded = body && response && isSame(response.body, outcome.response.body);
  return isAsRecorded ? body : readBody(outcome.response);
};

export const assess = (
  step: Step,
  exchange: Exchange,
  got: Read | undefined,
  known: Known,
  how: Assessing,
): Assessment => {
  const { renaming, validators, versions, masks, clocks } = known;
  const { operation } = step;
  const { findings } = how.judge(exchange);
  const { response, body } = step;
  const { outcome } = exchange;
  if (response === undefined || body === undefined) return { differences: undefined, findings, recordedFindings: [] };
  const asked = { user: step.session.user, request: exchange.request };
  const unmodified = outcome.kind === 'answered' ? versions.behind(asked, outcome.response) : undefined;
  if (outcome.kind === 'answered') {
    versions.learn(asked, outcome.response);
    validators.learn({ user: step.session.user, request: step.request }, response, outcome.response);
  }
  const sent = exchange.times.startedAt + exchange.times.sent;
  const answered = exchange.times.startedAt + (exchange.times.answered ?? exchange.times.ended);
  const mask = masks.of(exchange.request.url);
  if (got && 'json' in got) masks.learn(got.json);
  const learned = how.onto?.learned;
  const onto = learned && { shape: learned.shapeOf(step) ?? new Shape(), isUsed: learned.isUsed };
  if (learned && outcome.kind === 'answered' && outcome.response.status < 300 && got && 'json' in got)
    learned.note(operation.key, got.json);
  const comparison: Comparison = {
    renaming,
    ...(onto && { onto }),
    recordedIn: {
      from: how.recordedFrom,
      answered: step.until,
      ahead: clocks.recorded.ahead(readAt(response, body, step.sent, step.until)),
    },
    gotIn: {
      from: how.replayedFrom,
      answered,
      ahead: outcome.kind === 'answered' ? clocks.candidate.ahead(readAt(outcome.response, got, sent, answered)) : 0,
    },
    values: how.values,
    sorted: isSorted(step.request.url, how.sortNames),
    ...(step.standIn && { standIn: step.standIn }),
    ...(mask !== undefined && { mask }),
    asked: () => kindsNamedIn(step),
    isNamed: (field) => how.isNamed(operation.key, field),
  };
  const one = { response, body, unmodified: step.unmodified };
  const found = isConditional(step.request)
    ? compareConditional(one, { outcome, body: got, unmodified }, operation.response, comparison)
    : compareAnswers(response, body, outcome, got, operation.response, comparison);
  // All is compared even so, because comparing also learns the candidate's names of things.
  const looked = how.statusAlone ? found.filter(isOfStatus) : found;
  const counted =
    how.ignored.length === 0 ? looked : looked.filter(({ field }) => !isAmong(how.ignored, operation.key, field));
  const recordedFindings =
    counted.length === 0 && findings.length === 0
      ? []
      : how.judge({
          request: { ...step.request, url: exchange.request.url },
          outcome: { kind: 'answered', response },
        }).findings;
  const lawful = how.onto && lawfulOnto(step, got, recordedFindings, how.onto, how.declared[operation.key]);
  const differences = lawful ? counted.map(lawful) : counted;
  return { differences, findings, recordedFindings };
};

const readAt = (response: WireResponse, body: Read | undefined, sent: number, answered: number) => ({
  date: dateOf(response),
  json: body && 'json' in body ? body.json : undefined,
  sent,
  answered,
});

/** Excuses what another implementation of the contract, or other data, may do otherwise. */
const lawfulOnto = (
  { number, operation, response, body }: Step,
  got: Read | undefined,
  recordedFindings: readonly Finding[],
  { learned, validation }: Pick<Onto, 'learned' | 'validation'>,
  declared: readonly number[] | undefined,
) => {
  const open = inOpenPlaces(operation, response?.status);
  const status = underOpenStatus({ declared, validation, areDemands: isDemand(body) && isDemand(got) });
  const unasked = whereNobodyAsked(recordedFindings);
  const unconfirmed = behindDemand(isDemand(body) && !learned.isConfirmed(number));
  return (difference: Difference): Difference => unconfirmed(status(unasked(open(difference))));
};
