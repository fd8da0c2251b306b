// Header fields of a HAR file: pseudo-fields of HTTP/2, cookies in a separate list, several values in one field.
import { type Headers, header } from '../../../contract/wire.ts';
import { type Loose, list, object, text } from '../loose.ts';

/** A list of names and values; some tools write an object instead. */
export const pairsOf = (value: unknown): [string, string][] => {
  const pairs = Array.isArray(value)
    ? value.map((each) => [text(object(each)['name']), text(object(each)['value']) ?? ''] as const)
    : Object.entries(object(value)).flatMap(([name, of]) => [of].flat().map((one) => [name, text(one) ?? ''] as const));
  return pairs.filter((pair): pair is [string, string] => pair[0] !== undefined && pair[0] !== '');
};

/** Text as a header value: its bytes, one character each. */
const bytesOf = (value: string): string => (/^[\0-\xff]*$/.test(value) ? value : Buffer.from(value).toString('latin1'));

/** Splits repeated fields, which browsers join with newlines. */
const fieldsOf = (value: unknown): Headers =>
  pairsOf(value)
    .filter(([name]) => !name.startsWith(':'))
    .flatMap(([name, values]) => values.split(/\r?\n/).map((one) => [name, bytesOf(one)] as const));

const cookieField = ({ name, value, path, domain, expires, httpOnly, secure, sameSite }: Loose): string =>
  [
    `${text(name)}=${text(value) ?? ''}`,
    ...(text(path) ? [`Path=${text(path)}`] : []),
    ...(text(domain) ? [`Domain=${text(domain)}`] : []),
    ...(text(expires) ? [`Expires=${new Date(text(expires) as string).toUTCString()}`] : []),
    ...(httpOnly === true ? ['HttpOnly'] : []),
    ...(secure === true ? ['Secure'] : []),
    ...(text(sameSite) ? [`SameSite=${text(sameSite)}`] : []),
  ].join('; ');

/** The list of cookies repeats the field, so it is used only if the field is missing. */
export const requestFields = (request: Loose): Headers => {
  const fields = fieldsOf(request['headers']);
  const cookies = pairsOf(request['cookies']);
  if (cookies.length === 0 || header(fields, 'cookie') !== undefined) return fields;
  return [...fields, ['cookie', cookies.map(([name, value]) => bytesOf(`${name}=${value}`)).join('; ')]];
};

export const answerFields = (response: Loose): Headers => {
  const fields = fieldsOf(response['headers']);
  const cookies = list(response['cookies']).map(object);
  const told: Headers =
    header(fields, 'set-cookie') === undefined
      ? cookies.filter(({ name }) => text(name)).map((cookie) => ['set-cookie', bytesOf(cookieField(cookie))])
      : [];
  const type = text(object(response['content'])['mimeType']);
  // A tool that records no fields at all still records the type.
  return fields.length === 0 && type && type.includes('/') ? [['content-type', type], ...told] : [...fields, ...told];
};
