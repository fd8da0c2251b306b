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

/**
 * Saves time, because every process of a run compiles: the document is not validated, because our lint does that, and the code is not
 * optimized.
 */
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
// An excluded member counts as checked wherever it could be, also where it is rightly absent.
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
 * Makes the references of the document absolute, so that any part can be compiled alone. Notes excluded members on the schema itself, because
 * a validator does not visit absent members.
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
  // ajv would keep the schema under this object, which is a new one each time, so it would never find it again.
  if (typeof whole === 'object') ajv.removeSchema(whole);
  return validate;
}

const fits = new WeakMap<object, Fits>();

/** Whether a value fits a schema, without the reason. Compiled once, because generators ask for each request. */
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
