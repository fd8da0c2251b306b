// A replay with very many differences: real exchanges of a candidate whose answers all differ a little.
import type { ReplayResult } from '../../replay/verdict/result.ts';
import { startAnswering, type Told, writeMade } from './made.ts';
import { profileOf, replayed } from './replaying.ts';

export const manifold = { operations: 100, fields: 20, turns: 5 } as const;

export const authorization = 'Bearer at_0123456789abcdef0123';
export const tokens = {
  access: { token: 'at_live', expiresIn: 900, expiredAt: 4_000_000_000 },
  refresh: { token: 'rt_live' },
};
const [one, two] = ['0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d', '7c0e1a52-1c39-4a52-8a0e-0d9f4b6c2e11'];
const cardOf = (id: string, isOn: boolean, status: string) => ({ id, status, isSmsBalanceNotification: isOn });

/** Each answer has fields of its own, so that its differences are not grouped with those of another operation. */
const answerOf = (operation: number, value: string): Record<string, unknown> => {
  const fields = Array.from({ length: manifold.fields }, (_, index) => [
    `of${operation}n${index}`,
    `${value} ${index}`,
  ]);
  return { ...Object.fromEntries(fields), same: 'the same on both sides', list: Array(3).fill({ kind: 'listed' }) };
};

const every: Told[] = Array.from({ length: manifold.operations * manifold.turns }, (_, index) => ({
  path: `/v1/made-${index % manifold.operations}`,
  answer: answerOf(index % manifold.operations, 'as recorded'),
}));

/** A change that the candidate refuses, its consequences, and an answer that the contract forbids. */
const few: Told[] = [
  { path: '/v2/card', answer: [cardOf(one, false, 'ACTIVE'), cardOf(two, false, 'ACTIVE')] },
  { path: `/v2/card/${one}/sms-balance-notification`, method: 'PATCH', body: '{"enabled":1}', status: 204, answer: '' },
  { path: '/v2/card', answer: [cardOf(one, true, 'ACTIVE'), cardOf(two, false, 'ACTIVE')] },
  { path: `/v2/card/${one}`, answer: cardOf(one, true, 'ACTIVE') },
  { path: `/v2/card/${two}`, answer: cardOf(two, false, 'ACTIVE') },
].map((told) => ({ ...told, authorization }));

const answered = (method: string, url: string): { readonly status?: number; readonly body: unknown } => {
  if (url.startsWith('/v3/auth')) return { body: tokens };
  if (url.startsWith('/v1/made')) return { body: answerOf(Number(url.split('-').at(-1)), 'of the candidate') };
  if (method === 'PATCH') return { status: 409, body: { message: `</pre><script>document.title = 'taken'</script>` } };
  if (url === '/v2/card') return { body: [cardOf(two, false, 'ACTIVE'), cardOf(one, false, 'ACTIVE')] };
  return { body: cardOf(url.slice('/v2/card/'.length), false, url.endsWith(two) ? 'MELTED' : 'ACTIVE') };
};

/** Ten thousand differences in two thousand fields, and a few of every other kind. */
export const replayOfManifold = async (path: string): Promise<ReplayResult> => {
  const recording = await writeMade(path, [...few, ...every]);
  const candidate = await startAnswering(async ({ method, url }) => answered(method, url));
  const result = await replayed({ url: candidate.url, recordings: [recording], profile: profileOf(candidate.url) });
  await candidate.close();
  return result;
};
