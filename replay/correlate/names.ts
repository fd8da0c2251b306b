// What a request is about: the things that it names, beside the credentials and tokens that let it in.
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

/** The first word of the path, which stands for the things of a request that names none. */
export const placeOf = ({ operation }: Step): string =>
  `place ${operation.template.split('/').find((segment) => segment !== '' && !/^v\d+$/.test(segment))}`;
