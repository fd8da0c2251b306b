// Shared by these files of faults: reading the credentials in a header, and finding the owner of a thing.
import type { Call, OperationName } from '../../http/call.ts';
import type { Around, Seams } from '../../http/seams.ts';
import type { Account } from '../../store/data.ts';
import type { User } from '../../users.ts';

export const credentialsOf = ({ headers }: Call, scheme: RegExp): string =>
  scheme.exec(headers.authorization ?? '')?.groups?.value ?? '';

export const ofBearer = /^bearer +(?<value>\S+)$/i;

export const ofBasic = /^basic +(?<value>\S+)$/i;

export const isForm = ({ headers }: Call): boolean => headers['content-type']?.includes('form') ?? false;

export const isWithout = ({ headers }: Call): boolean => headers.authorization === undefined;

export const askingFor: readonly OperationName[] = ['login', 'refreshSession', 'exchangeSignToken', 'confirmMfa'];

/** Also accepts a header that was noted for a user, except for the list of events. */
export const takingNoted: NonNullable<Seams['authenticate']> = (next, call, { notes }) =>
  next(call) ??
  (call.operation === 'listWebhookEvents'
    ? undefined
    : (notes.get(call.headers.authorization ?? '') as User | undefined));

/** Makes the call as the user who owns the thing, whoever sent it. */
export const asItsOwner =
  (has: (account: Account, id: string) => boolean): Around =>
  (next, call, { data }) => {
    const owner = [...data.accounts.values()].find((account) => has(account, call.parameters.id ?? ''))?.user;
    return next(owner === undefined ? call : { ...call, user: owner });
  };
