// Another instance of the reference service with the same contents: every id, every UUID and the key differ, and lists are in the opposite order.
import { createHash } from 'node:crypto';
import type { Answer } from '../../reference/http/call.ts';
import type { Seams } from '../../reference/http/seams.ts';
import type { CardRecord } from '../../reference/store/cards.ts';
import { type Collection, createCollection, type Member } from '../../reference/store/collection.ts';

const names = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<!\d)\d{7}(?!\d)/g;

const otherUuid = (old: string): string => {
  const hex = createHash('sha256').update(`another instance/${old}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** A number of seven digits is always the id of a thing of the account. */
const otherNumber = (old: number): number => (old >= 1_000_000 && old < 10_000_000 ? 90_000_000 - old * 3 : old);

const otherText = (text: string): string =>
  text.replaceAll(names, (name) => (name.length === 36 ? otherUuid(name) : String(otherNumber(Number(name)))));

const idMember = /^(?:id|.*Id|.*_id)$/;

const renamed = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string') return name === 'pan' ? value : otherText(value);
  if (typeof value === 'number') return idMember.test(name) ? otherNumber(value) : value;
  if (Array.isArray(value)) return value.map((each) => renamed(each, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, renamed(member, key)]));
};

const turned = <Kept extends Member>(collection: Collection<Kept>): Collection<Kept> =>
  createCollection([...collection].reverse().map((member) => renamed(member) as Kept));

export const otherInstance: Seams = {
  seed(data) {
    for (const account of data.accounts.values()) {
      account.wallets.splice(0, account.wallets.length, ...account.wallets.map((wallet) => renamed(wallet) as never));
      account.cards = turned<CardRecord>(account.cards);
      account.payments = turned(account.payments);
      account.beneficiaries = turned(account.beneficiaries);
      account.webhook.events.reverse();
    }
    let id = 700_000_000;
    data.nextId = () => {
      id += 7;
      return id;
    };
  },
  around: {
    readWebhook: async (next, call): Promise<Answer> => {
      const answer = await next(call);
      const { publicJwk, ...body } = answer.body as { publicJwk: { n: string } };
      const n = Buffer.from(publicJwk.n, 'base64url').reverse().toString('base64url');
      return { ...answer, body: { ...body, publicJwk: { ...publicJwk, n } } };
    },
  },
};
