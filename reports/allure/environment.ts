// What Allure shows of a run beside its results: what was tested, and how its results are grouped.
import { Status } from 'allure-js-commons';
import type { Verdict } from '../verdict/verdict.ts';

/** Java properties: characters that would end a key or begin an escape are escaped, and so is everything but ASCII. */
export const environment = ({ assay, target, seed, depth, safe, digests, status }: Verdict): string =>
  Object.entries({
    status,
    target,
    seed,
    depth,
    safe,
    assay,
    'contract digest': digests.contract,
    'requirements digest': digests.requirements,
    'profile digest': digests.profile,
  })
    .map(([key, value]) => `${escaped(key).replaceAll(' ', '\\ ')}=${escaped(String(value))}\n`)
    .join('');

const escaped = (value: string): string =>
  value
    .replace(/[\\:=#!]/g, '\\$&')
    .replace(/[^\u0020-\u007e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const categories = [
  { name: 'Contract broken', matchedStatuses: [Status.FAILED] },
  { name: 'Could not be judged', matchedStatuses: [Status.BROKEN] },
  { name: 'Untested: something was missing', matchedStatuses: [Status.SKIPPED] },
  { name: 'Advice not followed', matchedStatuses: [Status.PASSED], messageRegex: 'advice not followed[\\s\\S]*' },
];
