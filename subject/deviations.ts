// Accepted deviations: musts that a target does not meet or cannot show, each accepted by name in a reviewed file.
import { findRequirement } from '../contract/requirements.ts';
import { invocation } from '../exchange/invocation.ts';
import type { Environment } from './profile/references.ts';
import type { Deviation, DeviationsDocument } from './profile/shape.ts';
import { type Complain, loadSection } from './profile/yaml/section.ts';

/** One for each requirement that the document names. */
export function settledDeviations(document: DeviationsDocument, complain: Complain): readonly Deviation[] {
  return document.flatMap(({ requirement, ...accepted }, index) => {
    const place = `deviations.${index}`;
    if (!isDay(accepted.until)) complain(`${place}.until`, `${accepted.until} is no day of the calendar`);
    return [requirement].flat().flatMap((id) => {
      const known = findRequirement(id);
      if (known?.level === 'must') return [{ requirement: known.id, ...accepted }];
      const because = known ? `is ${levels[known.level]}, which fails no run` : 'is no requirement';
      complain(`${place}.requirement`, `${id} ${because}; ${invocation} explain lists the musts`);
      return [];
    });
  });
}

const levels = { must: 'a must', advice: 'advice', open: 'open' } as const;

const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

/** A file with nothing but `deviations`. */
export const loadDeviations = (path: string, env: Environment): readonly Deviation[] =>
  loadSection<DeviationsDocument, readonly Deviation[]>(path, env, {
    key: 'deviations',
    file: 'the file of accepted deviations',
    content: 'the accepted deviations',
    settle: (document = [], complain) => settledDeviations(document, complain),
  });
