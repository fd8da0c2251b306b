// Requests whose body has one thing wrong with it.
import fc from 'fast-check';
import type { Schema } from '../../contract/document.ts';
import type { RequirementId } from '../../contract/generated/sentences.ts';
import { fitsOf } from '../../contract/schema/validator.ts';
import { pointerTo } from '../../contract/text/pointer.ts';
import type { Fields } from '../../subject/answers.ts';
import type { CallInput } from '../../subject/calls.ts';
import type { BodyKind } from '../bodies/body.ts';
import {
  type Breaking,
  type BrokenRequest,
  formAsRead,
  formType,
  jsonType,
  type RequestContext,
} from '../request-context.ts';
import { filtered } from '../values/filtered.ts';
import { type Constraint, constraintsOf, typesOf } from './constraints.ts';
import { type Defect, weaker } from './defect.ts';
import { valueAt, withoutValueAt, withValueAt } from './places.ts';
import { rawBodies } from './raw.ts';
import { formReader } from './reading.ts';
import { statedOf } from './stated.ts';
import { deeplyNested, farLengths, longList, megabyte, oddNumbers, oddTexts, type Way, waysToBreak } from './values.ts';

export function brokenBodies(context: RequestContext): readonly Breaking[] {
  const { schema, bodies, type } = context;
  if (schema === undefined || bodies === undefined || type === undefined) return [];
  const constraints = distinct(constraintsOf(schema)).filter(
    // A form is always an object.
    ({ field }) => field !== '' || type === jsonType,
  );
  const maker = new Maker(context, schema);
  return [
    ...constraints.filter(({ keyword }) => keyword !== 'required').flatMap((entry) => maker.broken(entry)),
    ...constraints
      .filter(({ keyword, conditional }) => keyword === 'required' && !conditional)
      .flatMap((entry) => maker.absent(entry)),
    ...constraints
      .filter(({ keyword, conditional }) => keyword === 'required' && conditional)
      .flatMap((entry) => maker.condition(entry)),
    ...bodies.kinds.flatMap((kind) =>
      kind.needs.map(({ member, requirement }) => maker.need(kind, member, requirement)),
    ),
    ...constraints.filter(({ keyword }) => keyword === 'type').flatMap((entry) => maker.odd(entry)),
    ...maker.implied(),
    maker.unknownMember(),
    ...(type === jsonType ? maker.raw() : []),
  ];
}

/** Several parts of a schema may state the same constraint; it is broken once. */
const distinct = (constraints: readonly Constraint[]): readonly Constraint[] =>
  [
    ...new Map(
      constraints
        .toReversed()
        .map((entry) => [`${entry.field} ${entry.keyword} ${JSON.stringify(entry.value)} ${entry.conditional}`, entry]),
    ).values(),
  ].toReversed();

type Edit = (fields: Fields) => { readonly sent: unknown; readonly twin?: unknown };

class Maker {
  readonly #context: RequestContext;
  /** Whether the body is valid for the server; for a form, whether any way of reading it gives a valid body. */
  readonly #arrivesValid: (call: CallInput) => boolean;

  constructor(context: RequestContext, schema: Schema) {
    this.#context = context;
    if (context.type === formType) {
      const reads = formReader(schema);
      this.#arrivesValid = ({ form = {} }) => reads(formAsRead(form, context.listSyntax));
    } else {
      const fits = fitsOf(schema);
      this.#arrivesValid = ({ json = null }) => fits(JSON.parse(JSON.stringify(json)));
    }
  }

  broken(constraint: Constraint): readonly Breaking[] {
    const { field, keyword, mark } = constraint;
    const free = this.#context.bodies!.free.some((name) => pointerTo('', name) === field);
    return waysToBreak(constraint, free).map((way) => {
      const defect = this.#defect(field, keyword, way.by, mark);
      return { defect, arbitrary: () => this.#edited(defect, this.#withMember(field), spoiling(field, way)) };
    });
  }

  absent({ field, mark }: Constraint): readonly Breaking[] {
    const defect = this.#defect(field, 'required', 'absent', mark);
    return [{ defect, arbitrary: () => this.#edited(defect, this.#withMember(field), removing(field)) }];
  }

  /** A rule with a condition is broken alone, in each kind of body to which the condition applies. */
  condition({ field, mark }: Constraint): readonly Breaking[] {
    return this.#context.bodies!.kinds.map((kind) => {
      const defect = this.#defect(field, 'condition', 'absent', mark, kind.name);
      return { defect, arbitrary: () => this.#edited(defect, [kind], removing(field)) };
    });
  }

  need(kind: BodyKind, member: string, requirement: RequirementId): Breaking {
    const field = pointerTo('', member);
    const defect = this.#defect(field, 'condition', 'absent', requirement, kind.name);
    return { defect, arbitrary: () => this.#unchecked(defect, [kind], removing(field)) };
  }

  /** Bodies that the schema allows or does not mention, but that may break a server. */
  odd({ field, mark, own }: Constraint): readonly Breaking[] {
    const put = (breaks: string, by: string, value: (current: unknown) => unknown): Breaking => {
      const defect = this.#defect(field, breaks, by, mark);
      const edit: Edit = (fields) => ({ sent: withValueAt(fields, field, value(valueAt(fields, field))) });
      return { defect, arbitrary: () => this.#unchecked(defect, this.#withMember(field), fc.constant(edit)) };
    };
    const nested = put('nesting', 'in place of a value', () => deeplyNested);
    const types = typesOf(own);
    if (types.includes('string') && own.enum === undefined) {
      return [
        ...oddTexts.map(([by, text]) => put('text', by, () => text)),
        ...farLengths.map((length) => put('size', `${length} characters`, () => 'a'.repeat(length))),
        put('size', 'a megabyte', (current) => megabyte(typeof current === 'string' && current !== '' ? current : 'a')),
        nested,
      ];
    }
    if (types.includes('number') || types.includes('integer')) {
      return [...oddNumbers.map((number) => put('odd', String(number), () => number)), nested];
    }
    if (!types.includes('array')) return [];
    return [
      nested,
      put('overlong', 'far too many items', (current) => longList((Array.isArray(current) ? current[0] : 'a') ?? 'a')),
      ...(own.minItems === undefined ? [put('emptyList', 'empty', () => [])] : []),
    ];
  }

  implied(): readonly Breaking[] {
    return this.#context.bodies!.implied.map(({ field, breaks, by, values }) => {
      const defect = this.#defect(field, breaks, by, undefined);
      const edits = values.map(
        (value): Edit =>
          (fields) => ({ sent: withValueAt(fields, field, value) }),
      );
      return { defect, arbitrary: () => this.#unchecked(defect, this.#withMember(field), edits) };
    });
  }

  unknownMember(): Breaking {
    const defect = this.#defect('/assay', 'unknownMember', 'added', undefined);
    const adding = fc.constantFrom<unknown>('a', 1, null, {}, []).map(
      (value): Edit =>
        (fields) => ({ sent: { ...fields, assay: value } }),
    );
    return { defect, arbitrary: () => this.#unchecked(defect, this.#context.bodies!.kinds, adding) };
  }

  raw(): readonly Breaking[] {
    return rawBodies.map(({ breaks, by, strength, of }) => {
      const stated = this.#defect('', breaks, by, undefined);
      const defect = { ...stated, strength: weaker(stated.strength, strength) };
      const calls = this.#base(this.#context.bodies!.kinds).map((fields): BrokenRequest => {
        const twin = this.#context.call(fields);
        const { json: _json, ...rest } = twin;
        return { sent: { ...rest, raw: of(fields) }, twin, defect };
      });
      return { defect, arbitrary: () => calls };
    });
  }

  #defect(field: string, breaks: string, by: string, mark: RequirementId | undefined, kind?: string): Defect {
    const place = { operation: this.#context.id, part: 'body', field, breaks, by } as const;
    return {
      ...place,
      ...statedOf(place, mark),
      ...(kind !== undefined && this.#context.bodies!.kinds.length > 1 && { kind }),
    };
  }

  /** The kinds of body that have the member; all of them when none has. */
  #withMember(field: string): readonly BodyKind[] {
    const { kinds } = this.#context.bodies!;
    const having = kinds.filter(
      ({ fields }) => valueAt(fc.sample(fields, { numRuns: 1, seed: 1 })[0], field) !== undefined,
    );
    return having.length > 0 ? having : kinds;
  }

  #base(kinds: readonly BodyKind[]): fc.Arbitrary<Fields> {
    return fc.oneof({ withCrossShrink: true }, ...kinds.map(({ fields }) => fields));
  }

  /** Keeps the requests that are still invalid as they arrive, and whose twin is valid. */
  #edited(defect: Defect, kinds: readonly BodyKind[], edits: fc.Arbitrary<Edit>): fc.Arbitrary<BrokenRequest> {
    return filtered(
      this.#unchecked(defect, kinds, edits),
      ({ sent, twin }) => !this.#arrivesValid(sent) && this.#arrivesValid(twin),
      defect.breaks,
      defect.field,
    );
  }

  #unchecked(defect: Defect, kinds: readonly BodyKind[], edits: fc.Arbitrary<Edit>): fc.Arbitrary<BrokenRequest> {
    const { call } = this.#context;
    return fc.tuple(this.#base(kinds), edits).map(([fields, edit]): BrokenRequest => {
      const { sent, twin } = edit(fields);
      if (twin === undefined) return { sent: call(sent), twin: call(fields), defect };
      return { sent: call(sent), twin: call(twin), plain: call(fields), defect };
    });
  }
}

const spoiling = (field: string, { spoils, sound }: Way): fc.Arbitrary<Edit> =>
  spoils.map((spoil) => (fields) => {
    const broken = spoil(valueAt(fields, field));
    return {
      sent: withValueAt(fields, field, broken),
      ...(sound && { twin: withValueAt(fields, field, sound(broken)) }),
    };
  });

const removing = (field: string): fc.Arbitrary<Edit> =>
  fc.constant((fields) => ({ sent: withoutValueAt(fields, field) }));
