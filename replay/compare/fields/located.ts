// Which operation a recorded request calls, with its fields; operations outside the contract are told apart by their paths.

import type { OperationId } from '../../../contract/operations.ts';
import { operationById, operationOf, type Security } from '../../../contract/operations.ts';
import { secrets } from '../../../contract/secrets.ts';
import { lookOf } from '../values.ts';
import { bodyField, type Field } from './field.ts';

export interface Operation {
  /** The contract's id, or `POST /some/path/*`. */
  readonly key: string;
  readonly method: string;
  /** With `{name}` for what varies. */
  readonly template: string;
  /** The segments of the template; for each, the parameter that it is. */
  readonly parameters: readonly (string | undefined)[];
  readonly inContract: boolean;
  /** The credentials that the contract asks for; undefined for an operation outside the contract. */
  readonly security: Security | undefined;
  readonly request: Field;
  readonly response: Field;
  /** Whether it may change something: true for every method but those that RFC 9110 calls safe. */
  readonly changes: boolean;
  /** It changes nothing but the client's own session. */
  readonly ofSession: boolean;
}

const ofSessions = new Set([
  'login',
  'refreshSession',
  'exchangeSignToken',
  'confirmMfa',
  'refreshV2',
  'refreshTokenV2',
]);
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
const mostOperations = 2000;

type Locate = (method: string, path: string) => Operation;

/** `path` begins after the base and includes the query. */
export const createLocate = (): Locate => {
  const known = new Map<string, Operation>();

  const made = (key: string, method: string, template: string, inContract: boolean): Operation => {
    const found = known.get(key);
    if (found) return found;
    const marks = secrets.operations.get(key);
    const operation: Operation = {
      key,
      method,
      template,
      parameters: template.split('/').map((segment) => /^\{(\w+)\}$/.exec(segment)?.[1]),
      inContract,
      security: inContract ? operationById(key as OperationId).security : undefined,
      request: bodyField(template, marks?.request.body),
      response: bodyField(template, marks?.response.body),
      changes: !safeMethods.has(method),
      ofSession: ofSessions.has(key),
    };
    if (known.size < mostOperations) known.set(key, operation);
    return operation;
  };

  return (method, path) => {
    const found = operationOf(method, path)?.operation;
    if (found) return made(found.id, found.method, found.path, true);
    const template = path
      .split(/[?#]/, 1)[0]!
      .split('/')
      .map((segment, index) => (lookOf(segment) === 'plain' ? segment : `{${index}}`))
      .join('/');
    return made(`${method} ${template.replaceAll(/\{\d+\}/g, '*')}`, method, template, false);
  };
};
