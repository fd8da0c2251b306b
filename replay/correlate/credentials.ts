// The credentials of a recorded request. In a recording they are stand-ins, which are equal for equal credentials.
import { header, type WireRequest } from '../../contract/wire.ts';

export type Credentials =
  | { readonly kind: 'basic'; readonly value: string }
  | { readonly kind: 'bearer'; readonly value: string }
  | { readonly kind: 'none' };

export const credentialsOf = ({ headers }: Pick<WireRequest, 'headers'>): Credentials => {
  const [, scheme, value] = /^\s*([\w-]+)\s+(\S+)\s*$/.exec(header(headers, 'authorization') ?? '') ?? [];
  if (scheme === undefined || value === undefined) return { kind: 'none' };
  return { kind: /^basic$/i.test(scheme) ? 'basic' : 'bearer', value };
};
