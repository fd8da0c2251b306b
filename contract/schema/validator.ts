// The contract's schemas, compiled by ajv.
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { contract, type Schema } from '../document.ts';
import type { RequirementId } from '../generated/sentences.ts';
import { type Node, rewritten } from './rewritten.ts';

/** Notes the requirements whose places in the schema a value reached; a validation is called with it as `this`. */
export interface Reaching {
  readonly reached: Set<RequirementId>;
}

const documentKey = 'contract';

/** Every process of a run compiles: so the document, which our own lint looks at, is taken for well-formed, and the code is left as it comes. */
const quickly: Options = { validateSchema: false, meta: false, code: { optimize: false } };
const ajv = new Ajv2020({ allErrors: true, verbose: true, passContext: true, strict: false, ...quickly });
formats.default(ajv);
ajv.addKeyword({
  keyword: 'x-requirement',
  schemaType: 'string',
  errors: false,
  validate(this: Reaching, requirement: RequirementId) {
    this.reached.add(requirement);
    return true;
  },
});
// A member that a schema rules out counts as checked wherever it could stand, also where it is absent as it should be.
ajv.addKeyword({
  keyword: 'x-rules-out',
  schemaType: 'array',
  type: 'object',
  errors: false,
  validate(this: Reaching, requirements: readonly RequirementId[]) {
    for (const requirement of requirements) this.reached.add(requirement);
    return true;
  },
});
ajv.addSchema(absolute(contract) as Node, documentKey);

/**
 * References of the document made absolute, so that any part of it can be compiled alone, and what a schema rules out
 * noted on the schema itself, because a member that is absent is never looked at.
 */
function absolute(document: unknown): unknown {
  return rewritten(document, (node) => {
    const { $ref, properties } = node;
    const ruledOut = requirementsRuledOut(properties);
    return {
      ...node,
      ...(typeof $ref === 'string' && $ref.startsWith('#') && { $ref: documentKey + $ref }),
      ...(ruledOut.length > 0 && { 'x-rules-out': ruledOut }),
    };
  });
}

function requirementsRuledOut(properties: unknown): readonly RequirementId[] {
  if (typeof properties !== 'object' || properties === null) return [];
  const excluded = Object.values(properties).filter((property) => property?.['x-excluded'] === true);
  return [...new Set(excluded.flatMap((property) => (property['x-requirement'] as RequirementId | undefined) ?? []))];
}

/** A schema of the contract, or one that refers into it. */
export function validatorOf(schema: Schema): ValidateFunction {
  const whole = absolute(schema) as Schema;
  const validate = ajv.compile(whole);
  // What ajv keeps of a schema it finds again by that very object only, and there is a new one each time.
  if (typeof whole === 'object') ajv.removeSchema(whole);
  return validate;
}

const fits = new WeakMap<object, Fits>();

/** Whether a value is as a schema has it, where nobody asks for the reason. Compiled once, as generators ask for each request anew. */
export function fitsOf(schema: Schema): Fits {
  const known = fits.get(schema as object);
  if (known) return known;
  const validate = validatorOf(schema);
  const made: Fits = (value) => validate.call({ reached: new Set() } satisfies Reaching, value) === true;
  if (typeof schema === 'object') fits.set(schema, made);
  return made;
}

export type Fits = (value: unknown) => boolean;

/** What a reference points at in the document as ajv knows it. */
export const referredIn = (reference: string | undefined): unknown =>
  reference?.startsWith(documentKey) ? ajv.getSchema(reference)?.schema : undefined;
