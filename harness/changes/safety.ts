// The requests that --safe does not send: all that may change something at the target.
import { type OperationId, operationById } from '../../contract/operations.ts';
import type { Api, Call } from '../../subject/api.ts';
import { Untested } from '../declare/failures.ts';

/** Operations that are allowed although they are no GET: they only read, or open a session, which every test needs. */
const harmless: ReadonlySet<OperationId> = new Set([
  'login',
  'refreshSession',
  'exchangeSignToken',
  'confirmMfa',
  'readCardCredentials',
]);

/** By the registry of HTTP methods. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']);

const changes = (id: OperationId): boolean => operationById(id).method !== 'GET' && !harmless.has(id);

export function safely(api: Api): Api {
  const guarded =
    <Result>(send: (id: OperationId, input?: Call) => Promise<Result>) =>
    async (id: OperationId, input?: Call): Promise<Result> => {
      if (changes(id)) throw new Untested(`--safe keeps ${id} from being called`);
      return send(id, input);
    };
  return {
    ...api,
    call: guarded(api.call),
    read: guarded(api.read) as Api['read'],
    request: async (method, path, input) => {
      if (!safeMethods.has(method)) throw new Untested(`--safe keeps ${method} from being sent`);
      return api.request(method, path, input);
    },
  };
}
