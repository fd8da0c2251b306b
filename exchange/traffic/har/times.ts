// When an entry of a HAR file happened.
import type { Times } from '../../exchange.ts';
import { type Loose, number, object, text } from '../loose.ts';

const instant = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)([.,]\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i;

/** Milliseconds since 1970, with all digits of the second. A time without a zone is read as UTC. */
export const instantOf = (written: string): number | undefined => {
  const [, day, minute, second = '00', fraction = '', zone = 'Z'] = instant.exec(written.trim()) ?? [];
  if (day === undefined) return undefined;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const whole = Date.parse(`${day}T${minute}:${second}${offset}`);
  return Number.isNaN(whole) ? undefined : whole + Number(`0.${fraction.slice(1) || 0}`) * 1000;
};

/** No answer takes longer than a day; a greater value is wrong and ignored. */
const longest = 24 * 60 * 60 * 1000;

const duration = (value: unknown): number => {
  const milliseconds = Math.max(0, number(value) ?? 0);
  return milliseconds > longest ? 0 : milliseconds;
};

/** An entry without a start is given the start of the previous entry. */
export const timesOf = (entry: Loose, before: number): Times => {
  const startedAt = instantOf(text(entry['startedDateTime']) ?? '') ?? before;
  const timings = object(entry['timings']);
  // The time for TLS is part of the time for connecting.
  const sent =
    duration(timings['blocked']) + duration(timings['dns']) + duration(timings['connect']) + duration(timings['send']);
  const answered = sent + duration(timings['wait']);
  const ended = Math.max(duration(entry['time']), answered + duration(timings['receive']));
  return { startedAt, sent, answered, ended };
};
