// Where the values of a request come from: the recorded answers before it, indexed by value.
//
// A value is tracked when it does not occur twice by chance (a UUID, a token, a stand-in for a secret), whatever field brought it;
// or when it is a number in a field that names a thing. Such a number is matched only where the same kind of thing is named: the card
// with the id 7 is not the wallet with the id 7, nor an amount of 7. Words, flags, dates and amounts are not tracked.
import type { RecordedExchange } from '../../exchange/exchange.ts';
import type { Field } from '../compare/fields/field.ts';
import type { Operation } from '../compare/fields/located.ts';
import { lookOf } from '../compare/values.ts';
import { Aliases } from './aliases.ts';
import { Bounded } from './bounded.ts';
import { isScalar, type Scalar, walked } from './places.ts';
import { nameKey } from './renaming.ts';

/** Where a value was first met. */
interface Origin {
  /** Number of the exchange whose answer brought it. */
  readonly number: number;
  /** `createBeneficiary /data/id` */
  readonly from: string;
  readonly session: string;
  /** As it was written there. */
  readonly value: Scalar;
  /** It is a token or another secret, not the name of a thing. */
  readonly secret: boolean;
}

export interface Reference {
  readonly key: string;
  /** `readBeneficiary path id` */
  readonly to: string;
  readonly origin: Origin;
}

interface Tracker {
  references(exchange: RecordedExchange, operation: Operation): readonly Reference[];
  /** Reports every secret in an answer, and returns the names that are met in it for the first time. */
  learn(
    answer: unknown,
    operation: Operation,
    number: number,
    session: string,
    onSecret: (value: string) => void,
  ): readonly string[];
  learnHeaders(
    headers: ReadonlyArray<readonly [string, string]>,
    operation: Operation,
    number: number,
    session: string,
  ): void;
}

const mostValues = 50_000;

/** `follows` says whether a value may be followed from one place to the other; without it, every value is. */
export const createTracker = (
  follows: (from: string, to: string) => boolean = () => true,
  aliases = new Aliases(),
): Tracker => {
  const origins = new Bounded<string, Origin>(mostValues);

  /** Whether it is met for the first time. */
  const note = (key: string | undefined, origin: Origin): key is string => {
    if (key === undefined || origins.get(key) !== undefined) return false;
    origins.set(key, origin);
    return true;
  };

  return {
    references(exchange, operation) {
      const found: Reference[] = [];
      walked(exchange.request, operation, (place, value) => {
        const key = nameKey(value, place.identity);
        const origin = key === undefined ? undefined : origins.get(key);
        const to = `${operation.key} ${place.name}`;
        if (key !== undefined && origin && follows(origin.from, to)) found.push({ key, to, origin });
        return undefined;
      });
      return found;
    },
    learn(answer, operation, number, session, onSecret) {
      const fresh: string[] = [];
      const tell = (value: Scalar, field: Field): void => {
        const look = lookOf(value);
        if (look === 'plain') return;
        if (field.secret && look === 'made') onSecret(String(value));
        const key = nameKey(value, field.identity, look);
        const origin = { number, from: `${operation.key} ${field.path}`, session, value, secret: field.secret };
        if (note(key, origin) && !field.secret) fresh.push(key);
      };
      eachScalar(answer, operation.response, tell, aliases);
      return fresh;
    },
    learnHeaders(headers, operation, number, session) {
      for (const [name, value] of headers) {
        const lower = name.toLowerCase();
        if (lower === 'set-cookie') {
          const content = /^[^=]+=([^;]*)/.exec(value)?.[1];
          if (content)
            note(nameKey(content, undefined), {
              ...{ number, from: `${operation.key} cookie`, session, value: content, secret: true },
            });
        } else if (lower === 'location') {
          const last = value.split(/[?#]/, 1)[0]!.split('/').at(-1)!;
          note(nameKey(last, operation.response.member('id').identity), {
            number,
            from: `${operation.key} location`,
            session,
            value: last,
            secret: false,
          });
        }
      }
    },
  };
};

const eachScalar = (
  value: unknown,
  field: Field,
  tell: (value: Scalar, field: Field) => void,
  aliases: Aliases,
): void => {
  if (isScalar(value)) tell(value, field);
  else if (Array.isArray(value)) {
    const item = field.item();
    for (const each of value) eachScalar(each, item, tell, aliases);
  } else if (typeof value === 'object' && value !== null) {
    const object = value as Record<string, unknown>;
    for (const name in object) {
      aliases.learn(object, name, field);
      eachScalar(object[name], field.member(name), tell, aliases);
    }
  }
};
