// What a request is about: the things that it names, beside the credentials and tokens that let it in.
import { isPseudonym } from '../../exchange/redaction/pseudonym.ts';
import type { Field } from '../compare/fields/field.ts';
import type { Step } from '../plan/steps.ts';
import { isScalar } from './aliases.ts';
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

/** The first word of the path: where a request is about nothing that it names, it is about whatever stands there. */
export const placeOf = ({ operation }: Step): string =>
  `place ${operation.template.split('/').find((segment) => segment !== '' && !/^v\d+$/.test(segment))}`;

/** The names that a thing itself has. */
export const keysOf = (item: Readonly<Record<string, unknown>>, field: Field): string[] =>
  ['uuid', 'id'].flatMap((name) => {
    const value = item[name];
    const key = isScalar(value) ? nameKey(value, field.member(name).identity) : undefined;
    return key === undefined ? [] : [key];
  });
