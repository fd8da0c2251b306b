// The things that a request names, besides its credentials and tokens.
import { isPseudonym } from '../../exchange/redaction/pseudonym.ts';
import type { Step } from '../plan/steps.ts';
import { walked } from './places.ts';
import { nameKey } from './renaming.ts';

export const namesIn = (step: Step): string[] => {
  const secrets = new Set(step.references.filter(({ origin }) => origin.secret).map(({ key }) => key));
  const names: string[] = [];
  walked(step.request, step.operation, ({ name, identity }, value) => {
    const key = /^(?:header|cookie) /.test(name) ? undefined : nameKey(value, identity);
    if (key !== undefined && !secrets.has(key) && !isPseudonym(String(value))) names.push(key);
    return undefined;
  });
  return names;
};

/** The kinds of things that a request names, wherever it does. */
export const kindsNamedIn = ({ request, operation }: Pick<Step, 'request' | 'operation'>): Set<string> => {
  const kinds = new Set<string>();
  walked(request, operation, ({ identity }) => {
    if (identity !== undefined) kinds.add(identity);
    return undefined;
  });
  return kinds;
};

/** The first word of the path, for a request that names no thing. */
export const placeOf = ({ operation }: Step): string =>
  `place ${operation.template.split('/').find((segment) => segment !== '' && !/^v\d+$/.test(segment))}`;
