// Answers with another status, or where one server refuses and the other accepts: one difference, whatever else their bodies hold.
import type { Redaction } from '../../exchange/redaction/redaction.ts';
import { isFields, textWithin } from '../../subject/answers.ts';
import type { Difference, NewStatus, Rejection } from './difference.ts';

interface Answer {
  readonly status: number;
  /** Its body; undefined where that is none, or no JSON. */
  readonly json: unknown;
}

/** Undefined where both accept, both refuse, or one of them breaks down or only asks for patience. */
export const rejectionBetween = (recorded: Answer, got: Answer): Difference | undefined => {
  const [then, now] = [fateOf(recorded), fateOf(got)];
  if (then === undefined || now === undefined || then === now) return undefined;
  const by = now === 'refused' ? 'candidate' : 'recording';
  const refusing = by === 'candidate' ? got : recorded;
  const error = wordsIn(refusing.json);
  const rejection = { by, status: refusing.status, ...(error !== undefined && { error }) } as const;
  // Reported as a difference of the status, even where a success has a body that lists problems.
  const [one, other] = [shown(recorded), shown(got)];
  return { kind: 'status', field: 'status', at: 'status', recorded: one, got: other, rejection };
};

/** That the candidate answers under another status; undefined where it is the same. */
export const statusBetween = (recorded: Answer, got: Answer): Difference | undefined => {
  const { status } = got;
  if (status === recorded.status) return undefined;
  const error = status < 400 ? undefined : wordsIn(got.json);
  // All errors of an outage are put into one group, because they have one cause.
  const newStatus = {
    status,
    ...(!isOutage(status) && { instead: recorded.status }),
    ...(error !== undefined && { error }),
  };
  return { kind: 'status', field: 'status', at: 'status', recorded: recorded.status, got: status, newStatus };
};

/** Whether the server breaks down or asks for patience, so that its answer says nothing of the request. */
const isOutage = (status: number): boolean => status >= 500 || status === 429;

const shown = ({ status, json }: Answer): unknown => {
  const problems = status < 400 ? problemsIn(json) : undefined;
  return problems === undefined ? status : { status, problems };
};

/** Undefined for an answer that is neither. */
const fateOf = ({ status, json }: Answer): 'accepted' | 'refused' | undefined => {
  if (isOutage(status)) return undefined;
  if (status >= 400) return isDemanding(json) ? undefined : 'refused';
  return problemsIn(json) === undefined ? 'accepted' : 'refused';
};

const isDemanding = (json: unknown): boolean => textWithin(json, 'mfaToken') !== undefined;

/** The problems that an answer lists; under the status of a success they show that it is a refusal. */
const problemsIn = (json: unknown): unknown => {
  if (!isFields(json)) return undefined;
  const { errors, query, body } = json;
  if (isFilled(errors)) return errors;
  if (!isFields(query) || !isFields(body)) return undefined;
  return [body, query].find(isFilled);
};

const isFilled = (list: unknown): boolean =>
  Array.isArray(list) ? list.length > 0 : isFields(list) && Object.keys(list).length > 0;

const telling = ['message', 'error', 'errors', 'body', 'query'] as const;

/** What any of the contract's shapes of errors says in words. */
const wordsIn = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (Array.isArray(value)) return wordsIn(value[0]);
  if (!isFields(value)) return undefined;
  const told = telling.map((name) => wordsIn(value[name])).find((words) => words !== undefined);
  if (told !== undefined) return told;
  // Messages by field, such as { iban: "Not an IBAN" }.
  const [only] = Object.values(value);
  return typeof only === 'string' && only !== '' ? only : undefined;
};

const longestError = 200;

/** Redacts the message of a server, which may quote a secret. */
export const shownError = <Told extends Rejection | NewStatus>(told: Told, redaction: Redaction): Told =>
  told.error === undefined ? told : { ...told, error: redaction.text(told.error).slice(0, longestError) };

interface OfStatus {
  readonly rejection?: Rejection;
  readonly newStatus?: NewStatus;
}

/** A key that is equal for messages that differ only in ids and numbers; undefined for a difference without a message. */
export const kindOfStatus = ({ rejection, newStatus }: OfStatus): string | undefined => {
  const told = rejection ?? newStatus;
  if (told === undefined) return undefined;
  const { status, error = '' } = told;
  return `${rejection?.by ?? newStatus?.instead ?? ''} ${status} ${error.replaceAll(/\S*\d\S*/g, '…')}`;
};
