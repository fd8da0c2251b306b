// Finds the query parameter that carries the sign token when drafts are signed, by signing one; only where that is allowed.
import { demandedMfa, succeeded } from '../../answers.ts';
import type { Api } from '../../api.ts';
import type { Knowledge } from '../../names.ts';
import { signTokenNames } from '../candidates.ts';
import { paymentUuid } from '../payment-uuid.ts';

interface SignTokenSearch {
  readonly knowledge: Knowledge<string>;
  /** The draft that was signed on the way. */
  readonly spent?: string;
}

export async function discoverSignToken(api: Api): Promise<SignTokenSearch> {
  const { allow, fixtures } = api.profile;
  const draft = fixtures.payments.drafts.at(-1);
  const unknown = (because: string): SignTokenSearch => ({ knowledge: { kind: 'unknown', because } });
  const undecided = (because: string): SignTokenSearch => ({ knowledge: { kind: 'undecided', because } });
  if (allow.signDrafts === 0) return unknown('trying names would sign a draft, and allow.signDrafts is 0');
  if (draft === undefined) return undecided('no draft is known; name some under fixtures.payments.drafts');

  const uuid = await paymentUuid(api, draft);
  const sign = (query: Readonly<Record<string, string>>) =>
    api.call('signPayments', { query: { validate: 0, ...query }, json: { id: [uuid] } });
  const unsigned = await sign({});
  if (succeeded(unsigned)) return { ...undecided('a draft was signed without a sign token'), spent: draft };
  const mfaToken = demandedMfa(unsigned);
  if (mfaToken === undefined) return undecided('signing without a sign token does not demand a second factor');
  const confirmation = await api.confirm(mfaToken);
  if (confirmation.kind !== 'confirmed') return undecided(confirmation.because);
  for (const name of signTokenNames) {
    const exchange = await sign({ [name]: confirmation.signToken });
    if (succeeded(exchange)) {
      return { knowledge: { kind: 'found', value: name, because: `with ?${name} a draft was signed` }, spent: draft };
    }
  }
  return unknown(`none of ${signTokenNames.length} names was accepted`);
}
