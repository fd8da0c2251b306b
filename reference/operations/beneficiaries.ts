// Beneficiaries: created when the request keeps every rule, and read back field by field.
import { randomUUID } from 'node:crypto';
import { unknownResource } from '../errors.ts';
import type { Answer, Body, Call, Operations } from '../http/call.ts';
import type { Service } from '../service-state.ts';
import { success, unreadable } from './answers.ts';
import { beneficiaryProblems, givenFields } from './beneficiary-rules.ts';

export const beneficiaries = (service: Service): Operations => {
  const accountOf = (call: Call) => service.data.accounts.get(call.user!.name)!;

  const createBeneficiary = (call: Call): Answer => {
    const bad = unreadable(call.body);
    if (bad) return bad;
    const given = givenFields(call.body.kind === 'object' ? call.body.value : ({} as Body));
    const problems = beneficiaryProblems(given);
    if (problems.length > 0) return success(service, call, { errors: problems, notice: [], data: null });
    const { beneficiaries: shelf } = accountOf(call);
    // A UUID in the body is used, so creating again with it replaces the beneficiary that had it.
    const uuid = typeof given.uuid === 'string' ? given.uuid.toLowerCase() : randomUUID();
    const record = { id: shelf.byUuid(uuid)?.id ?? service.data.nextId(), uuid, fields: { ...given, uuid } };
    shelf.add(record);
    service.emit(call.user!, 'v1.beneficiary.create', { id: record.id, uuid });
    return success(service, call, { errors: [], notice: [], data: { id: record.id, uuid } });
  };

  const readBeneficiary = (call: Call): Answer => {
    const record = accountOf(call).beneficiaries.find(call.parameters.id ?? '');
    return record === undefined
      ? unknownResource('There is no such beneficiary.')
      : success(service, call, record.fields);
  };

  return { createBeneficiary, readBeneficiary };
};
