// Makes an acceptable request to an operation that the specification calls limited, with the body that the profile describes.
import type { Claimed } from '../contract/claims.ts';
import { operations } from '../contract/operations.ts';
import { isFields, within } from '../subject/answers.ts';
import type { Api } from '../subject/api.ts';
import { filled, inputOf, newReference, withReference } from '../subject/bodies.ts';
import type { CallInput } from '../subject/calls.ts';
import { isKnown, known, type Names } from '../subject/names.ts';
import {
  type BodyTemplate,
  type OpenBody,
  openBodies,
  type Profile,
  type UserName,
} from '../subject/profile/profile.ts';

type Card = Claimed<'Card'>;

export type LimitedOperation = OpenBody;

export const limitedOperations: readonly LimitedOperation[] = openBodies;

type LimitedCall =
  | { readonly kind: 'ready'; readonly call: CallInput }
  /** What the profile does not allow or does not tell. */
  | { readonly kind: 'missing'; readonly what: string };

/** Needs permission for a loopback address as well, because it may be a tunnel to a server that others use. */
export const mayLoad = ({ allow }: Profile): boolean => allow.load;

const missing = (what: string): LimitedCall => ({ kind: 'missing', what });

/** Why an operation cannot be called, as far as it is known before anything is sent; undefined when it can. */
export function lackingFor(id: LimitedOperation, profile: Profile, names: Names): string | undefined {
  const { allow } = profile;
  if (!mayLoad(profile)) return 'permission to load the target (allow.load)';
  if (id === 'setCardLimits' && !allow.setCardLimits) return 'permission to change card limits (allow.setCardLimits)';
  if (id === 'calculateCardLimits' && !allow.calculateLimits)
    return 'permission to have limits calculated (allow.calculateLimits)';
  const template = names.bodies[id];
  return isKnown(template) ? undefined : `open.bodies.${id}: ${template.because}`;
}

/** `otherRefreshToken`: another one than that of the user's session. */
export async function limitedCall(
  api: Api,
  id: LimitedOperation,
  as?: UserName,
  otherRefreshToken?: string,
): Promise<LimitedCall> {
  const lacking = lackingFor(id, api.profile, api.names);
  const template = known(api.names.bodies[id]);
  if (lacking !== undefined || template === undefined) return missing(lacking ?? `open.bodies.${id}`);
  const cards = await api.cards.list({}, { ...(as && { as }) });
  const card = cardFor(id, cards);
  if (card === undefined && needsCard(id, template)) return missing('a card on the list of the user');
  const refreshToken = otherRefreshToken ?? (await (await api.session(as)).refreshToken());
  const values = {
    ...(card && { walletId: String(card.walletId), cardId: String(card.id) }),
    ...(refreshToken && { refreshToken }),
  };
  const call: CallInput = {
    ...inputOf(filled(template, values)),
    ...(card && { path: { id: String(card.id) } }),
    ...(as && { as }),
  };
  return { kind: 'ready', call: withOtherBody(call) ?? call };
}

/** An active card with the permissions that the operation needs, if there is one. */
export function cardFor(id: LimitedOperation, cards: readonly Card[]): Card | undefined {
  const needed = permissions[id] ?? [];
  const held = (card: Card) => needed.filter((permission) => within(card, 'permissions', permission) === true).length;
  const isActive = ({ status }: Card) => (status === 'ACTIVE' ? 1 : 0);
  return cards.toSorted((one, other) => held(other) - held(one) || isActive(other) - isActive(one))[0];
}

/** The specification does not state which of the two permissions a calculation needs. */
const permissions: Readonly<Partial<Record<LimitedOperation, readonly string[]>>> = {
  calculateCardLimits: ['canSetLimits', 'canGetLimits'],
  setCardLimits: ['canSetLimits'],
};

const needsCard = (id: LimitedOperation, template: BodyTemplate): boolean =>
  operations.get(id)?.path.includes('{id}') === true || /<(cardId|walletId)>/.test(JSON.stringify(template));

/** The same request with a new body; undefined where nothing in it may be varied. */
export function withOtherBody(call: CallInput): CallInput | undefined {
  const { json } = call;
  if (!isFields(json)) return undefined;
  const referring = withReference(call, newReference());
  if (referring) return { ...call, ...referring };
  const [name, value] = Object.entries(json).find(([, each]) => typeof each === 'number') ?? [];
  if (name === undefined) return undefined;
  return { ...call, json: { ...json, [name]: Number(value) + 1 + Math.floor(Math.random() * 1000) } };
}

/** Sends each request on a connection of its own. */
export const onNewConnection = (call: CallInput): CallInput => ({
  ...call,
  alone: true,
  headers: [...(call.headers ?? []), ['connection', 'close']],
});
