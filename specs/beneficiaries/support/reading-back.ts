// How a new beneficiary reads back: with all values that were sent, or with a reason why it does not exist.
import { meaningful, saysNothing } from '../../../contract/presence.ts';
import { isUuid } from '../../../contract/text/uuid.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { meaningOf } from '../../../generators/expectations.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { expect } from '../../../harness/assert/expect.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import { aMomentAfter, patiently } from '../../../harness/assert/patiently.ts';
import { settling } from '../../../harness/assert/settling.ts';
import type { Check } from '../../../harness/declare/check.ts';
import {
  attemptsOfKind,
  type BodyKind,
  type Created,
  create,
  createdIn,
  isShown,
  shownBy,
} from '../../../harness/prepare/beneficiaries.ts';
import { inSecondSession } from '../../../harness/prepare/fresh-session.ts';
import { demandedMfa, type Fields, inWords, isFields, jsonOf, statusOf, succeeded } from '../../../subject/answers.ts';
import type { Call } from '../../../subject/api.ts';
import type { CallBody } from '../../../subject/calls.ts';
import type { UserName } from '../../../subject/profile/profile.ts';

export const keepsWhatWasSent = 'a created beneficiary reads back with every value that was sent';

/** Every accepted body has to read back. Other checks test whether bodies are accepted. Returns whether any was. */
export async function readsBack(
  check: Check,
  bodies: readonly Fields[],
  bodyOf?: (fields: Fields) => CallBody,
): Promise<boolean> {
  const shown = await inParallel(bodies, async (fields) => {
    const created = createdIn(await create(check, fields, bodyOf?.(fields)));
    if (created === undefined) return false;
    const exchange = await read(check, created);
    expect(exchange).toSatisfy(holds(fields));
    const id = [created.uuid, created.id].find((one) => exchange.request.url.endsWith(`/${one}`));
    if (id) shownOnce.set(check.occasion, [...allShown(check), { id, fields, exchange }].slice(0, mostKept));
    return true;
  });
  return shown.includes(true);
}

/** Tries so many of this kind, and again as many while none is accepted. */
export async function readsBackOfKind(check: Check, kind: BodyKind, count: number): Promise<void> {
  for (let tried = 0; tried < attemptsOfKind; tried += count) {
    if (await readsBack(check, kind.sample(count, tried))) return;
  }
  check.untested(`a beneficiary that is accepted (${kind.name})`);
}

interface Shown {
  readonly id: string;
  readonly fields: Fields;
  readonly exchange: Exchange;
}

const shownOnce = new WeakMap<Check['occasion'], readonly Shown[]>();
const mostKept = 3;
const allShown = ({ occasion }: Check): readonly Shown[] => shownOnce.get(occasion) ?? [];

/** Reads again a few beneficiaries that other checks have read back, by the same id. If there are none, it creates one from these bodies. */
export async function staysAsCreated(check: Check, bodies: readonly Fields[]): Promise<void> {
  for (const body of bodies) if (allShown(check).length > 0 || (await readsBack(check, [body]))) break;
  const kept = allShown(check);
  if (kept.length === 0) check.untested('a beneficiary that is accepted');
  const last = kept.at(-1)!;
  // If there are several, the last one is read in a second session, where the user may have one.
  const [elsewhere] = await Promise.all([
    inSecondSession(check),
    inParallel(kept.length > 1 ? kept.slice(0, -1) : kept, async (one) => {
      const after = await shownAMomentAfter(check, one);
      if (isHeldBack(after)) return check.untested(`a new beneficiary that can be read again: ${inWords(after)}`);
      expect(after).toBeAccepted();
      expect(after).toSatisfy(holds(one.fields));
    }),
  ]);
  const isLeft = elsewhere !== undefined || kept.length > 1;
  const after = isLeft ? await shownAMomentAfter(check, last, elsewhere) : undefined;
  // Only a 404 is blamed: another refusal may mean that the second session has ended.
  if (after && statusOf(after) === 404) expect(after).toBeAccepted();
  if (after && isShown(after)) expect(after).toSatisfy(holds(last.fields));
}

async function shownAMomentAfter(check: Check, { id, fields, exchange }: Shown, call: Call = {}): Promise<Exchange> {
  await aMomentAfter(exchange);
  const look = () => check.api.call('readBeneficiary', { ...call, path: { id }, confirmMfa: true });
  const isKept = (seen: Exchange) => (isShown(seen) && holds(fields)(seen) === undefined) || isHeldBack(seen);
  return patiently(check, look, isKept, settling['BEN-35']);
}

const isHeldBack = (exchange: Exchange): boolean => statusOf(exchange) === 403 || demandedMfa(exchange) !== undefined;

/** The answer that shows a new beneficiary, by either of its ids. */
export async function read(check: Check, { id, uuid }: Created): Promise<Exchange> {
  const exchange = await shownBy(check, [uuid, id]);
  return isShown(exchange) ? exchange : check.untested('a new beneficiary that can be read');
}

export const holds =
  (sent: Fields) =>
  (exchange: Exchange): Mismatch => {
    const shown = jsonOf(exchange) as Fields;
    const changed = Object.keys(sent).filter((name) => !isSame(name, sent[name], shown[name]));
    if (changed.length === 0) return undefined;
    return {
      expected: `what was sent, such as ${changed[0]}: ${JSON.stringify(sent[changed[0]!])}`,
      got: `${changed.join(', ')} changed, such as ${changed[0]}: ${JSON.stringify(shown[changed[0]!])}`,
    };
  };

/** A target may drop a value that is not needed. */
export const dropsOrHolds =
  (sent: Fields) =>
  (exchange: Exchange): Mismatch => {
    const shown = jsonOf(exchange) as Fields;
    return holds(Object.fromEntries(Object.entries(sent).filter(([name]) => !saysNothing(shown[name]))))(exchange);
  };

const isSame = (name: string, sent: unknown, shown: unknown): boolean => {
  if (name === 'iban') return plain(sent) === plain(shown);
  if (name === 'bic_swift') return ofMainOffice(plain(sent)) === ofMainOffice(plain(shown));
  return meaningful(composed(sent)) === meaningful(composed(shown));
};

/** A BIC of eight letters names the main office, as does one with XXX behind them (ISO 9362). */
const ofMainOffice = (bic: string): string => bic.replace(/^(.{8})XXX$/, '$1');

/** Canonically equivalent texts are the same text (Unicode, UAX 15). */
const composed = (value: unknown): unknown => (typeof value === 'string' ? value.normalize('NFC') : value);

const plain = (text: unknown): string => String(text).replaceAll(/\s/g, '').toUpperCase();

export const hasUuid =
  (uuid: string) =>
  (exchange: Exchange): Mismatch => {
    const { uuid: shown } = jsonOf(exchange) as Fields;
    if (String(shown).toLowerCase() === uuid.toLowerCase()) return undefined;
    return { expected: `uuid ${uuid}, as its creation answered`, got: String(shown) };
  };

/** A success after which no beneficiary can be read has to say why. */
export async function tellsWhy(check: Check, exchange: Exchange, as = check.api.user.name): Promise<void> {
  if (!succeeded(exchange) || meaningOf('createBeneficiary', exchange) === 'mfa') return;
  const { errors, notice, data } = jsonOf(exchange) as Fields;
  if (isFilled(errors) || isFilled(notice)) return readInSpite(check, data, as);
  const created = createdIn(exchange);
  const shown = created && (await shownBy(check, [created.uuid, created.id], as));
  // A user who may create beneficiaries may still lack the permission to read them.
  if (shown && (statusOf(shown) === 403 || meaningOf('readBeneficiary', shown) === 'mfa')) {
    check.untested(`a user who may read the beneficiaries that he creates: ${inWords(shown)}`);
  }
  expect(exchange).toSatisfy(() =>
    shown && succeeded(shown)
      ? undefined
      : { expected: 'a beneficiary that can be read, or why there is none', got: 'neither' },
  );
}

/** Reads a beneficiary that was created in spite of its problems, so that the judge checks it like any other. */
async function readInSpite({ api }: Check, data: unknown, as: UserName): Promise<void> {
  const uuid = isFields(data) ? data.uuid : undefined;
  if (typeof uuid === 'string' && isUuid(uuid)) await api.call('readBeneficiary', { as, path: { id: uuid } });
}

const isFilled = (list: unknown): boolean => Array.isArray(list) && list.length > 0;
