// Requests with one parameter of the path or the query wrong.
import fc from 'fast-check';
import { fitsOf } from '../../contract/schema/validator.ts';
import { type Parameter, parametersOf } from '../parameters.ts';
import type { Breaking, BrokenRequest, RequestContext } from '../request-context.ts';
import { filtered } from '../values/filtered.ts';
import { letters, wordOf } from '../values/texts.ts';
import { type Constraint, constraintsOf } from './constraints.ts';
import type { Defect } from './defect.ts';
import { textReadsAsValid } from './reading.ts';
import { statedOf } from './stated.ts';
import { type Way, waysToBreak } from './values.ts';

export const brokenParameters = (context: RequestContext): readonly Breaking[] =>
  parametersOf(context.id)
    .filter(({ part, nameAt }) => part !== 'body' && (nameAt === undefined || context.options.names !== undefined))
    .flatMap((parameter) => breakingsOf(parameter, context));

function breakingsOf(parameter: Parameter, context: RequestContext): readonly Breaking[] {
  const { schema, part, field, mark } = parameter;
  return constraintsOf(schema)
    .filter(({ keyword }) => keyword !== 'type')
    .flatMap((constraint) =>
      (constraint.keyword === 'anyOf' ? [word] : [...waysToBreak(constraint, false), ...textFor(constraint)]).map(
        (way): Breaking => {
          const breaks = constraint.keyword === 'anyOf' ? 'format' : constraint.keyword;
          const place = { operation: context.id, part, field, breaks, by: way.by } as const;
          const defect: Defect = { ...place, ...statedOf(place, mark) };
          return { defect, arbitrary: () => broken(parameter, way, defect, context) };
        },
      ),
    );
}

const word: Way = { by: 'malformed', spoils: wordOf(letters, { least: 3, most: 12 }).map((text) => () => text) };
/** A number in a path or a query travels as text. */
const textFor = ({ keyword, value }: Constraint): readonly Way[] =>
  keyword === 'enum' && (value as readonly unknown[]).every((entry) => typeof entry === 'number')
    ? [{ ...word, by: 'text' }]
    : [];

function broken(parameter: Parameter, way: Way, defect: Defect, context: RequestContext): fc.Arbitrary<BrokenRequest> {
  const { schema, part, field, required, nameAt } = parameter;
  const names = context.options.names;
  const name = nameAt === undefined ? field : nameAt(names!);
  const fits = fitsOf(schema);
  const texts = filtered(
    way.spoils.map((spoil) => String(spoil(undefined))),
    // An empty path segment would give the path of another operation.
    (text) => (part === 'path' ? text !== '' && !fits(text) : !textReadsAsValid(text, fits, !required)),
    defect.breaks,
    field,
  );
  return fc.tuple(context.valid, texts, soundTexts(parameter)).map(([call, text, sound]): BrokenRequest => {
    if (part === 'path') {
      return { sent: { ...call, path: { ...call.path, [name]: text } }, twin: call, defect };
    }
    const query = (call.query ?? {}) as Readonly<Record<string, string | number | boolean>>;
    const lawful = query[name] ?? sound;
    return {
      sent: { ...call, query: { ...query, [name]: text } },
      twin: { ...call, query: { ...query, [name]: lawful } },
      defect,
    };
  });
}

function soundTexts({ schema }: Parameter): fc.Arbitrary<string> {
  const values = typeof schema === 'object' ? (schema.enum as readonly unknown[] | undefined) : undefined;
  return fc.constantFrom(...(values ?? ['']).map(String));
}
