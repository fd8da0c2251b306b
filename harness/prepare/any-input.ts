// Input with which an operation can be called at all, for checks that are about something else than the input.
import { dereferenced } from '../../contract/document.ts';
import { type OperationId, operationById } from '../../contract/operations.ts';
import { idOfNothing } from '../../generators/ids.ts';
import type { CallInput } from '../../subject/calls.ts';
import { isKnown, type Names } from '../../subject/names.ts';

/** Path parameters that no thing has, and the example body of the contract, or one with the field that the target names. */
export function anyInputOf(id: OperationId, { smsField }: Names): CallInput {
  const { parameters, requestBody } = operationById(id);
  const path = Object.fromEntries(
    parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => [name, idOfNothing(name)]),
  );
  if (id === 'setSmsBalanceNotification' && isKnown(smsField)) return { path, json: {}, open: { enabled: true } };
  const [type, media] = Object.entries(requestBody)[0] ?? [];
  if (type === undefined || media === undefined) return { path };
  const example = exampleOf(media);
  return type === 'application/json' ? { path, json: example } : { path, form: example as Record<string, unknown> };
}

function exampleOf(media: { readonly example?: unknown; readonly examples?: unknown }): unknown {
  if (media.example !== undefined) return media.example;
  const [first] = Object.values((media.examples ?? {}) as Record<string, unknown>);
  return dereferenced<{ value: unknown }>(first).value;
}
