// Makes the request to send from a recorded one, with the candidate's values, the profile's credentials and its own hop's headers.
import { walkableJson } from '../../contract/text/nesting.ts';
import { spelledAs } from '../../contract/text/uuid.ts';
import { type Headers, header } from '../../contract/wire.ts';
import type { ClientRequest } from '../../exchange/client/client.ts';
import { isPseudonym } from '../../exchange/redaction/pseudonym.ts';
import { isFields } from '../../subject/answers.ts';
import type { User } from '../../subject/profile/profile.ts';
import { type Place, type Scalar, walked } from '../correlate/places.ts';
import { nameKey, type Renaming } from '../correlate/renaming.ts';
import type { Validators } from '../correlate/validators.ts';
import type { Step } from '../plan/steps.ts';
import { edited, isDevice } from '../shape/fields.ts';
import type { CandidateUsers } from './users/candidate-users.ts';

type Prepared =
  | { readonly kind: 'request'; readonly request: ClientRequest }
  | { readonly kind: 'heldBack'; readonly because: string }
  /** It refers to a value that an answer of the candidate should have brought. */
  | { readonly kind: 'missing'; readonly from: string }
  /** It needs a value of a step that a filter left out. */
  | { readonly kind: 'leftOut'; readonly because: string };

const leftOut = (because: string): Prepared => ({ kind: 'leftOut', because });
const heldBack = (because: string): Prepared => ({ kind: 'heldBack', because });

/** Headers that belong to one connection, or are made anew for every request (RFC 9110 section 7.6.1). */
const ofTheHop = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const codings = /\b(?:gzip|br|deflate|identity)\b/;

const travelling = (headers: Headers): Headers =>
  headers
    .filter(([name]) => !name.startsWith(':') && !ofTheHop.has(name.toLowerCase()))
    .map(([name, value]) =>
      name.toLowerCase() === 'accept-encoding' && !value.split(',').every((each) => codings.test(each))
        ? ([name, 'gzip, deflate, br'] as const)
        : ([name, value] as const),
    );

const withHeader = (headers: Headers, name: string, value: string): Headers => [
  ...headers.filter(([each]) => each.toLowerCase() !== name),
  [name, value],
];

/** Whether the recording left the body out because it could not be searched for secrets. */
const isBodyLeftOut = (body: Uint8Array | undefined): boolean =>
  body !== undefined && body.length < longestMark && leftOutMark.test(Buffer.from(body).toString());

const longestMark = 60;
const leftOutMark = /^~binary body of \d+ bytes left out~$/;

const succeeded = ({ response }: Step): boolean => response === undefined || response.status < 300;

export interface Preparing {
  readonly users: CandidateUsers;
  readonly renaming: Renaming;
  readonly validators: Validators;
  /** Recorded values that the plan replaces. */
  readonly values: ReadonlyMap<string, string | number>;
  /** Names, in lower case, of recorded headers that give way to those of the profile. */
  readonly ownHeaders: ReadonlySet<string>;
  readonly copy: number;
  /** Whether that exchange was left out of the replay, so that its answer will never come. */
  isLeftOut(number: number): boolean;
  /** Whether that thing would have been made by an exchange that was left out. */
  isNeverMade(key: string): boolean;
  /** The candidate's name of a thing that the profiles name, so that no answer has to bring it. */
  introduced(place: Place, key: string): Scalar | undefined;
  /** Called when a token has ended or is about to, so that another one is fetched. */
  onRenewal(): void;
  /** Called when the request cannot be sent as recorded, because the recording hides a part of it. */
  onUnlike(what: string): void;
}

export const prepare = async (step: Step, preparing: Preparing): Promise<Prepared> => {
  const { users, renaming, values } = preparing;
  if (step.outlived) return heldBack('its token had ended when it was recorded');
  if (step.request.cut || isBodyLeftOut(step.request.body)) return heldBack('its body is not whole in the recording');
  const actsAs = users.actsAs(step);
  if (actsAs === 'nobody') return heldBack(`no user of the profile acts as ${shown(step.session.user)}`);
  const user = users.user(step);
  if (actsAs !== 'as recorded' && user === undefined) return heldBack(`the profile has no user ${actsAs}`);

  const wanted = new Map<string, { readonly live: Scalar; readonly recorded: Scalar }>();
  for (const { key, to, origin } of step.references) {
    const live = renaming.live(key);
    if (live === undefined && (preparing.isLeftOut(origin.number) || preparing.isNeverMade(key))) {
      if (origin.secret && !isReplaceable(to, step))
        return leftOut(`it uses a value of a request that was left out, ${origin.from}`);
      // The recorded value is kept, because it may be the same on the candidate.
      continue;
    }
    if (live === undefined) return { kind: 'missing', from: origin.from };
    wanted.set(key, { live, recorded: origin.value });
  }
  const asked = { user: step.session.user, request: step.request };
  const headersLeft = preparing.validators
    .living(asked)
    .filter(([name]) => !preparing.ownHeaders.has(name.toLowerCase()));
  const resolved = walked({ ...step.request, headers: headersLeft }, step.operation, (place, value) => {
    const given = values.get(String(value));
    const key = nameKey(value, place.identity);
    if (key === undefined) return given;
    const brought = wanted.get(key);
    const known = given ?? (brought && asWritten(brought, value));
    const introduced = known === undefined ? preparing.introduced(place, key) : undefined;
    // A value that is sent unchanged is expected to come back unchanged.
    if (introduced === undefined && renaming.live(key) === undefined && place.name !== 'header authorization')
      bindAs(renaming, key, given ?? value, place.identity);
    return known ?? introduced;
  });

  let { url: path, body } = resolved;
  const refused = users.refused(step, renaming);
  if (refused?.unlike !== undefined) preparing.onUnlike(refused.unlike);
  let headers = travelling(resolved.headers);
  if (refused) headers = withHeader(headers, 'authorization', refused.authorization);
  if (user !== undefined) {
    if (step.credentials.kind === 'basic' && !step.stray)
      headers = withHeader(headers, 'authorization', users.basic(user));
    if (step.credentials.kind === 'bearer' && !step.stray) {
      const token = await livingToken(step, user, headers, preparing);
      if (typeof token === 'object') return heldBack(`the candidate does not let ${user.name} in: ${token.because}`);
      if (token !== undefined) headers = withHeader(headers, 'authorization', `Bearer ${token}`);
    }
    if (step.operation.key === 'confirmMfa' && succeeded(step)) {
      const isUnasked = step.demandedBy !== undefined && preparing.isLeftOut(step.demandedBy);
      if (isUnasked) return leftOut('it confirms what was left out');
      const confirmed = await confirmation(step, user, path, preparing);
      if (typeof confirmed === 'string') return heldBack(confirmed);
      [path, body] = [confirmed.path, confirmed.body];
    }
    if (isOfUnknownRequest(step)) [path, body] = strangeConfirmation(user, path, body, preparing);
    if ((step.operation.key === 'login' || step.operation.key === 'exchangeSignToken') && succeeded(step))
      body = withFingerprint(body, headers, (recorded) => users.device(user, recorded));
  }
  return {
    kind: 'request',
    request: { method: step.request.method, path, headers, ...(body && { body }), ...(user && { user: user.name }) },
  };
};

/** Writes a UUID in the letter case that the client used. */
const asWritten = ({ live, recorded }: { readonly live: Scalar; readonly recorded: Scalar }, value: Scalar): Scalar =>
  value === recorded ? live : typeof live === 'string' ? spelledAs(live, String(value)) : live;

/** Whether a value of a left-out login can be replaced: a token by one of our own, unless it was refused; a cookie is not needed. */
const isReplaceable = (to: string, { response }: Step): boolean =>
  to.includes(' cookie ') || (to.endsWith(' header authorization') && response?.status !== 401);

const shown = (user: string): string =>
  user.startsWith('bearer ') ? 'whoever had the session with a token of no recorded login' : user;

const bindAs = (renaming: Renaming, key: string, live: Scalar, identity: string | undefined): void =>
  renaming.bind(key, nameKey(live, identity) ?? String(live), live);

/** A token of our own where the present one is missing or has ended; undefined while the present one is valid. */
const livingToken = async (
  step: Step,
  user: User,
  headers: Headers,
  { users, renaming, copy, isLeftOut, onRenewal }: Preparing,
) => {
  const brought = step.references.find(({ to }) => to.endsWith(' header authorization'));
  const isMissing =
    brought !== undefined && isLeftOut(brought.origin.number) && renaming.live(brought.key) === undefined;
  if (isMissing || (step.session.inherited && brought === undefined))
    return users.ownToken(user, `${copy} ${step.session.id}`);
  const present = /^\s*\S+\s+(\S+)/.exec(header(headers, 'authorization') ?? '')?.[1];
  const end = present === undefined ? undefined : users.endOf(present);
  if (end === undefined || Date.now() < end - margin) return undefined;
  onRenewal();
  return users.ownToken(user, `${copy} ${step.session.id}`);
};

/** Milliseconds before its end at which a token counts as ended. */
const margin = 1000;

const confirmation = async (step: Step, user: User, path: string, { users, copy }: Preparing) => {
  const followed = step.references.find(({ to }) => to.endsWith(' path requestId'));
  const mfaToken = followed ? decodeURIComponent(path.split(/[/?]/).at(5) ?? '') : users.latestDemand(step, copy);
  if (mfaToken === undefined) return 'the candidate demanded no second factor that it could confirm';
  const factor = await users.factor(user, mfaToken);
  if (factor === undefined) return `the profile does not say how ${user.name} confirms a second factor`;
  return {
    path: `/v2/mfa/${factor.type}/sign/${encodeURIComponent(factor.requestId)}`,
    body: Buffer.from(JSON.stringify({ code: factor.code })),
  };
};

/** Whether the step confirms a demand that no recorded answer made. */
const isOfUnknownRequest = ({ operation, references, response }: Step): boolean =>
  operation.key === 'confirmMfa' &&
  response?.status === 404 &&
  !references.some(({ to }) => to.endsWith(' path requestId'));

const longestCode = 6;

/** Sends the right code, whatever was recorded: a request id that does not exist must be refused even then. */
const strangeConfirmation = (
  user: User,
  path: string,
  body: Uint8Array | undefined,
  { users, renaming }: Preparing,
): [string, Uint8Array | undefined] => {
  const [, start, type, requestId, rest] = /^(.*\/mfa\/([^/]+)\/sign\/)([^/?]+)(.*)$/.exec(path) ?? [];
  const code = type === user.mfa?.type ? users.code(user) : undefined;
  const recorded = body && codeIn(body);
  if (code === undefined || recorded === undefined) return [path, body];
  const strange = isPseudonym(requestId!) ? users.strangeRequest() : undefined;
  if (strange !== undefined) bindAs(renaming, requestId!, strange, undefined);
  return [`${start}${strange ?? requestId}${rest}`, Buffer.from(JSON.stringify({ ...recorded, code }))];
};

/** The body with a code that might be one; undefined for any other. */
const codeIn = (body: Uint8Array): object | undefined => {
  try {
    const fields = walkableJson(Buffer.from(body).toString());
    const mayBeOne = isFields(fields) && typeof fields.code === 'string' && fields.code !== '';
    return mayBeOne && (fields.code as string).length <= longestCode ? fields : undefined;
  } catch {
    return undefined;
  }
};

/** The body with its fingerprints replaced by the present ones; the same body when none changes. */
const withFingerprint = (
  body: Uint8Array | undefined,
  headers: Headers,
  deviceOf: (recorded: string) => string,
): Uint8Array | undefined =>
  edited(body, headers, (fields) => {
    const lived = Object.entries(fields).map(([name, value]) => {
      return [name, isDevice(name, value) ? deviceOf(value) : value] as const;
    });
    return lived.some(([name, value]) => fields[name] !== value) ? Object.fromEntries(lived) : fields;
  });
