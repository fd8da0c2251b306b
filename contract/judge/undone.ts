// Whether a body says that the request was not done, or only in part, although the answer is a success.
import { isFields, saysNothing } from '../presence.ts';

/** The body has errors, lacks what was created, lists something as rejected, or has a status that does not mean success. */
export function saysUndone(body: unknown): boolean {
  if (!isFields(body)) return false;
  const { errors, data, status, success } = body;
  if (Array.isArray(errors)) return errors.length > 0 || !isFields(data);
  return success === false || listsRejected(data) || (typeof status === 'string' && !doneWords.has(status));
}

/**
 * An operation that accepts only some of several things may list the others under another name (even a null that was sent), give each a
 * status, or list nothing as done.
 */
const listsRejected = (data: unknown, depth = 3): boolean => {
  if (depth === 0) return false;
  if (Array.isArray(data)) return data.some((entry) => listsRejected(entry, depth - 1));
  return (
    isFields(data) &&
    Object.entries(data).some(([name, value]) => {
      if (Array.isArray(value) && value.length === 0) return /^(signed|accepted)$/i.test(name);
      const isSaid = Array.isArray(value) || !saysNothing(value);
      if (isSaid && undoneWords.test(name)) return true;
      const isOutcome = typeof value === 'string' && /^(status|state|result|reason)$/i.test(name);
      return isOutcome ? undoneWords.test(value) : listsRejected(value, depth - 1);
    })
  );
};

const undoneWords = /reject|refus|fail|error|invalid|skip|not.?found|unknown|missing|denied/i;

const doneWords: ReadonlySet<string> = new Set(['SUCCESS', 'ACCEPTED', 'CREATED']);
