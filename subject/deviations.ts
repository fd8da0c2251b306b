// Musts that a target is known not to meet, or not to be able to show, and that somebody accepts by name in a reviewed file.
import { readFileSync } from 'node:fs';
import { findRequirement } from '../contract/requirements.ts';
import { invocation } from '../exchange/invocation.ts';
import { type Problem, ProfileError } from './profile/error.ts';
import { type Environment, reasonOf } from './profile/references.ts';
import { profileSchema } from './profile/schema.ts';
import type { Deviation, DeviationsDocument } from './profile/shape.ts';
import { type Kind, readProfileText } from './profile/yaml/reading.ts';

/** One for each requirement that the document names. */
export function settledDeviations(
  document: DeviationsDocument,
  complain: (where: string, message: string) => void,
): readonly Deviation[] {
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

/** A file with nothing but `deviations`. Throws a `ProfileError` that names every problem and its place. */
export function loadDeviations(path: string, env: Environment): readonly Deviation[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const message = `the accepted deviations cannot be read (${reasonOf(error)})`;
    throw new ProfileError(path, [{ line: 1, column: 1, message }]);
  }
  const reading = readProfileText(text, path, env, kind);
  const problems: Problem[] = [...reading.problems];
  const { deviations = [] } = (reading.value ?? {}) as { readonly deviations?: DeviationsDocument };
  const settled =
    problems.length > 0
      ? []
      : settledDeviations(deviations, (where, message) => void problems.push(reading.at(where, message)));
  if (problems.length > 0) throw new ProfileError(path, problems);
  return settled;
}

const kind: Kind = {
  called: 'the file of accepted deviations',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['deviations'],
    properties: { deviations: profileSchema.properties?.deviations ?? {} },
  },
};
