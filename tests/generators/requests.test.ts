import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { type OperationId, operationById, operations } from '../../contract/operations.ts';
import { requirementById } from '../../contract/requirements.ts';
import { fitsOf } from '../../contract/schema/validator.ts';
import { bodySchema } from '../../generators/parameters.ts';
import {
  type BrokenRequest,
  CannotGenerate,
  described,
  formType,
  jsonType,
  operation,
} from '../../generators/requests.ts';
import { build, type CallInput } from '../../subject/calls.ts';
import { UnknownName } from '../../subject/names.ts';
import { names, nowhere, somewhere } from './names.ts';

const shown = [...operations.values()].filter(({ shapeOpen }) => !shapeOpen);
const withBody = shown.flatMap(({ id, requestTypes }) => requestTypes.map((type) => ({ id, type })));
const options = (type?: string) => ({ given: somewhere, names, ...(type && { type }) });

for (const { id, type } of withBody) {
  test(`valid requests of ${id} as ${type} fit the contract and can be sent`, () => {
    const fits = fitsOf(bodySchema(id, type, names)!);

    const calls = fc.sample(operation(id).valid(options(type)), { numRuns: 100, seed: 3 });

    for (const call of calls) {
      expect(type === formType ? call.form : call.json).toBeDefined();
      if (type === jsonType) expect(fits(call.json)).toBe(true);
      expect(build(id, call, names).method).toBe(operationById(id).method);
    }
  });

  test(`each JSON defect of ${id} as ${type} breaks its request in one place, and its twin is valid`, () => {
    const fits = fitsOf(bodySchema(id, type, names)!);
    const generator = operation(id);

    for (const defect of generator.defects(options(type))) {
      const { part, field, strength } = defect;
      const [broken] = fc.sample(generator.withOneDefect(defect, options(type)), {
        numRuns: 1,
        seed: 6,
      });
      const { sent, twin } = broken!;

      expect(isDeepStrictEqual(sent, twin), described(defect)).toBe(false);
      if (part !== 'body') {
        expect(
          differences(
            { ...sent, ...(sent.query && { query: undefined }), path: undefined },
            { ...twin, query: undefined, path: undefined },
          ),
        ).toEqual([]);
        continue;
      }
      expect(sent.query).toEqual(twin.query);
      expect(sent.path).toEqual(twin.path);
      if (type !== jsonType) continue;
      expect(fits(twin.json), described(defect)).toBe(true);
      if (sent.raw) continue;
      // Where nothing is stated, the schema may allow it. A field that only one kind of account needs cannot be stated in a schema.
      const inSchema =
        strength !== 'observe' && !['BEN-24', 'BEN-36', 'MEM-15', 'PAY-61'].includes(defect.requirement ?? '');
      if (inSchema) expect(fits(JSON.parse(JSON.stringify(sent.json))), described(defect)).toBe(false);
      const [first] = field.split('/').slice(1);
      const changed = differences(sent.json, twin.json);
      if (first !== undefined) expect(changed, described(defect)).toEqual([first]);
    }
  });
}

/** The members in which two objects differ. */
function differences(one: unknown, other: unknown): readonly string[] {
  const [left, right] = [one, other] as Record<string, unknown>[];
  return [...new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])].filter(
    (key) => !isDeepStrictEqual(left?.[key], right?.[key]),
  );
}

test('a must is never more than its requirement states', () => {
  for (const { id, type } of withBody) {
    for (const { strength, requirement } of operation(id).defects(options(type))) {
      if (strength === 'must') expect(requirementById(requirement!).level).toBe('must');
      if (strength === 'advice') expect(requirementById(requirement!).level).not.toBe('open');
    }
  }
});

const mustsOf = (id: OperationId, type?: string) =>
  operation(id)
    .defects(options(type))
    .filter(({ strength }) => strength === 'must')
    .map((defect) => `${defect.requirement} ${described(defect)}`);

test('the bounds of a beneficiary are musts of their own requirements', () => {
  const musts = mustsOf('createBeneficiary');

  expect(musts).toEqual(
    expect.arrayContaining([
      'BEN-03 currency_id: minLength, too short',
      'BEN-03 currency_id: maxLength, too long',
      'BEN-06 name: maxLength, too long',
      'BEN-07 company_name: maxLength, too long',
      'BEN-04 entity_type: enum, outside',
      'BEN-17 sort_code: type, text',
      'BEN-19 street: type, object',
      'BEN-21 first_name: condition, absent (individual, local account)',
      'BEN-24 postal_code: condition, absent (company, account outside SEPA)',
      'ERR-18 the body: syntax, cut off',
    ]),
  );
});

test('each conditional rule is broken in every combination of its conditions', () => {
  const conditions = operation('createBeneficiary')
    .defects()
    .filter(({ breaks }) => breaks === 'condition');
  const variantsOf = (field: string) => conditions.filter((defect) => defect.field === field).map(({ kind }) => kind);

  expect(variantsOf('/company_name')).toEqual([
    'company, SEPA account',
    'company, account outside SEPA',
    'company, local account',
  ]);
  expect(variantsOf('/last_name')).toHaveLength(3);
  expect(variantsOf('/street')).toEqual(['company, account outside SEPA', 'individual, account outside SEPA']);
  expect(variantsOf('/sort_code')).toEqual(['company, local account', 'individual, local account']);
});

test('what lenient readers may take is not a must', () => {
  const strengthOf = (id: OperationId, field: string, breaks: string, by: string) =>
    operation(id)
      .defects(options())
      .find((defect) => defect.field === field && defect.breaks === breaks && defect.by === by)?.strength;

  expect(strengthOf('createBeneficiary', '/entity_type', 'enum', 'other case')).toBe('advice');
  expect(strengthOf('createBeneficiary', '/entity_type', 'enum', 'empty')).toBe('observe');
  expect(strengthOf('createBeneficiary', '/sort_code', 'type', 'numeric text')).toBe('advice');
  expect(strengthOf('createBeneficiary', '/name', 'type', 'number')).toBe('advice');
  expect(strengthOf('createBeneficiary', '/street', 'type', 'null')).toBe('observe');
  expect(strengthOf('createBeneficiary', '/name', 'required', 'absent')).toBe('advice');
  expect(strengthOf('createBeneficiary', '/uuid', 'format', 'malformed')).toBe('observe');
  expect(strengthOf('createBeneficiary', '/assay', 'unknownMember', 'added')).toBe('observe');
  expect(strengthOf('signPayments', '/id', 'emptyList', 'empty')).toBe('advice');
});

test('unnamed parameters are broken under the names of the target', () => {
  const selector = { requirement: 'LEG-25', field: 'statusFilter', by: 'outside' };

  const broken = fc.sample(operation('listCardsV1').withOneDefect(selector, options()), { numRuns: 20, seed: 1 });

  for (const { sent, twin } of broken) {
    expect(Object.keys(sent.query as object)).toEqual(['state']);
    expect(['ORDERED', 'DISPATCHED', 'ACTIVE', 'BLOCKED', 'CLOSED']).toContain((twin.query as { state: string }).state);
    expect(['ORDERED', 'DISPATCHED', 'ACTIVE', 'BLOCKED', 'CLOSED']).not.toContain(
      (sent.query as { state: string }).state,
    );
  }
});

test('a body whose member nobody can name is not made up', () => {
  expect(() => operation('setSmsBalanceNotification').valid({ given: somewhere })).toThrow(UnknownName);
});

test('an id in a path is broken into one that is neither kind of id', () => {
  const broken = fc.sample(operation('readPayment').withOneDefect({ requirement: 'PAY-42' }, options()), {
    numRuns: 50,
    seed: 1,
  });

  for (const { sent, twin } of broken) {
    expect(String((sent.path as { id: string }).id)).toMatch(/^[a-z]+$/);
    expect((twin.path as { id: string }).id).toBe(nowhere);
  }
});

test('what the caller gives takes the place of what is generated', () => {
  const given = { ...somewhere, fields: { signToken: 'given', role: 'viewOnly' }, query: { quietly: 1 } };

  const calls = fc.sample(operation('inviteMember').valid({ given, names }), { numRuns: 20, seed: 1 });

  for (const { json, query } of calls)
    expect({ json, query }).toMatchObject({ json: given.fields, query: given.query });
});

test('drafts are only validated unless the caller says otherwise', () => {
  const [quiet] = fc.sample(operation('signPayments').valid(options()), { numRuns: 1, seed: 1 });
  const [signing] = fc.sample(operation('signPayments').valid({ names, given: { query: { validate: 0 } } }), {
    numRuns: 1,
    seed: 1,
  });

  expect(quiet!.query).toEqual({ validate: 1 });
  expect(signing!.query).toEqual({ validate: 0 });
});

test('a twin at a bound is one character shorter than the smallest broken request', () => {
  const arbitrary = operation('createBeneficiary').withOneDefect({
    field: 'company_name',
    breaks: 'maxLength',
    by: 'too long',
  });

  const { counterexample } = fc.check(
    fc.property(arbitrary, () => false),
    { seed: 11 },
  );
  const { sent, twin, plain } = (counterexample as unknown as [BrokenRequest])[0];

  const nameIn = ({ json }: CallInput) => (json as { company_name: string }).company_name;
  expect(nameIn(sent)).toBe('a'.repeat(36));
  expect(nameIn(twin)).toBe('a'.repeat(35));
  expect(nameIn(plain!)).toMatch(/Ltd$/);
});

test('too long is counted in characters beyond ASCII too', () => {
  const selector = { field: 'company_name', breaks: 'maxLength', by: 'too long, beyond ASCII' };

  const broken = fc.sample(operation('createBeneficiary').withOneDefect(selector), { numRuns: 30, seed: 1 });

  for (const { sent, twin, defect } of broken) {
    expect([...(sent.json as { company_name: string }).company_name]).toHaveLength(36);
    expect([...(twin.json as { company_name: string }).company_name]).toHaveLength(35);
    expect(defect.strength).toBe('observe');
  }
});

test('a broken syntax does not parse, and its twin is the same body well formed', () => {
  for (const { id } of withBody.filter(({ type }) => type === jsonType)) {
    const generator = operation(id);
    const musts = generator.withOneDefect({ breaks: 'syntax', strength: 'must' }, options(jsonType));
    for (const { sent, twin, defect } of fc.sample(musts, { numRuns: 60, seed: 2 })) {
      expect(() => JSON.parse(String(sent.raw!.content)), described(defect)).toThrow(SyntaxError);
      expect(sent.raw!.type).toBe(jsonType);
      expect(twin.json).toBeDefined();
    }
  }
});

test('odd bytes are odd as they are sent', () => {
  const one = (selector: object) =>
    fc.sample(operation('login').withOneDefect(selector, options(jsonType)), { numRuns: 1, seed: 1 })[0]!;

  const invalid = one({ breaks: 'encoding', by: 'invalid UTF-8' }).sent.raw!.content as Uint8Array;
  expect(() => new TextDecoder('utf-8', { fatal: true }).decode(invalid)).toThrow(TypeError);
  expect(one({ breaks: 'contentType', by: 'missing' }).sent.raw!.type).toBeUndefined();
  expect(String(one({ breaks: 'duplicateKey', by: 'equal' }).sent.raw!.content).match(/"fingerprint"/g)).toHaveLength(
    2,
  );
  expect(String(one({ breaks: 'nesting', by: 'unknown member' }).sent.raw!.content).length).toBeGreaterThan(40_000);
  expect(
    String((one({ breaks: 'size' }).sent.json as { fingerprint: string }).fingerprint).length,
  ).toBeGreaterThanOrEqual(1_048_576);
  expect(JSON.stringify(one({ breaks: 'text', by: 'lone surrogate' }).sent.json)).toContain('\\ud800');
});

test('a defect that the operation cannot have is told', () => {
  expect(() => operation('login').withOneDefect({ field: 'company_name' }, options())).toThrow(CannotGenerate);
  expect(() => operation('confirmMfa').valid({ ...options(), type: formType })).toThrow(CannotGenerate);
});

test('a text is too long by one character and by very many', () => {
  const selector = { field: 'street', breaks: 'maxLength', by: 'too long' };

  const broken = fc.sample(operation('createBeneficiary').withOneDefect(selector), { numRuns: 100, seed: 1 });

  const lengths = new Set(broken.map(({ sent }) => (sent.json as { street: string }).street.length));
  for (const length of [65, 1_000, 20_000, 100_000]) expect(lengths).toContain(length);
});
