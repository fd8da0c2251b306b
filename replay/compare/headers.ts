// Compares the header fields that a client acts on; the others may differ between servers.
import type { Headers } from '../../contract/wire.ts';
import type { Renaming } from '../correlate/renaming.ts';
import type { Difference } from './difference.ts';
import { saysTheSame } from './wording.ts';

type Reading = (value: string) => string;

const asIs: Reading = (value) => value.trim();
const essence: Reading = (value) => value.split(';', 1)[0]!.trim().toLowerCase();
const asList: Reading = (value) =>
  value
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .sort()
    .join(', ');
const thatItIsThere: Reading = () => 'present';

const matters: ReadonlyMap<string, Reading> = new Map([
  ['content-type', essence],
  ['cache-control', asList],
  ['allow', asList],
  ['www-authenticate', asIs],
  ['location', asIs],
  ['link', asIs],
  ['deprecation', asIs],
  ['sunset', asIs],
  ['content-disposition', asIs],
  ['content-language', asIs],
  ['retry-after', thatItIsThere],
]);

/** The first field of each name that matters. */
const mattering = (headers: Headers): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const [written, value] of headers) {
    const name = written.toLowerCase();
    if (matters.has(name) && !found.has(name)) found.set(name, value);
  }
  return found;
};

/** `kinds`: of what the exchange speaks of, asked for where an address or a text may name it. */
export const compareHeaders = (
  recorded: Headers,
  got: Headers,
  kinds: () => ReadonlySet<string>,
  renaming: Renaming,
): Difference[] => {
  const found: Difference[] = [];
  const [ones, others] = [mattering(recorded), mattering(got)];
  for (const [name, reading] of matters) {
    const one = ones.get(name);
    const other = others.get(name);
    if (one === other) continue;
    const field = `header ${name}`;
    const differ = (kind: Difference['kind']) => void found.push({ kind, field, at: field, recorded: one, got: other });
    if (one === undefined) differ('added');
    else if (other === undefined) differ('removed');
    else if (reading(one) !== reading(other) && !saysTheSame(pathOf(one), pathOf(other), kinds(), renaming))
      differ('header');
  }
  return found;
};

/** An address without its host, which is another one on the candidate. */
const pathOf = (value: string): string => value.replaceAll(/https?:\/\/[^/<>\s]+/gi, '');
