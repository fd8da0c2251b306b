// Reads traffic files for tests: everything at once, as plain lists.
import type { RecordedExchange } from '../../../exchange/exchange.ts';
import { placeText, readTraffic, type TrafficItem } from '../../../exchange/traffic/traffic.ts';

export const read = async (named: string | readonly string[]): Promise<TrafficItem[]> => {
  const items: TrafficItem[] = [];
  for await (const item of readTraffic(named)) items.push(item);
  return items;
};

export const exchangesOf = (items: readonly TrafficItem[]): RecordedExchange[] =>
  items.flatMap((item) => (item.kind === 'exchange' ? [item.exchange] : []));

export const idsOf = (items: readonly TrafficItem[]): string[] => exchangesOf(items).map(({ id }) => id);

/** What could not be used, with file names instead of paths. */
export const troubleOf = (items: readonly TrafficItem[]): string[] =>
  items.flatMap((item) =>
    item.kind === 'unusable' ? [`${placeText(item.place).replace(/^.*\//, '')}: ${item.reason}`] : [],
  );

export const bodyText = (body: Uint8Array | undefined): string | undefined =>
  body === undefined ? undefined : Buffer.from(body).toString();

/** The answer of an exchange that has one. */
export const answerOf = (exchange: RecordedExchange | undefined) => {
  if (exchange?.outcome?.kind !== 'answered') throw new Error('the exchange has no answer');
  const { body, ...response } = exchange.outcome.response;
  return { ...response, text: Buffer.from(body).toString() };
};
