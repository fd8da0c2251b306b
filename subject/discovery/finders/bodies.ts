// Finds bodies that operations of unnamed shape accept, where trying them changes nothing of value.
import { statusOf, succeeded } from '../../answers.ts';
import type { Api, Call } from '../../api.ts';
import { filled, inputOf } from '../../bodies.ts';
import { bearer } from '../../connection.ts';
import type { Knowledge } from '../../names.ts';
import type { BodyTemplate, OpenBody } from '../../profile/profile.ts';

type Found = Knowledge<BodyTemplate>;

export async function discoverBody(api: Api, id: OpenBody, cardId: string | undefined): Promise<Found> {
  switch (id) {
    case 'calculateCardLimits':
      if (!api.profile.allow.calculateLimits) return { kind: 'unknown', because: 'allow.calculateLimits is false' };
      if (cardId === undefined) return { kind: 'undecided', because: 'there is no card to try it on' };
      return firstAccepted(api, id, [{ kind: 'none' }, { kind: 'json', json: {} }], { path: { id: cardId } });
    case 'refreshV2':
    case 'refreshTokenV2':
      return firstAccepted(api, id, refreshBodies, {});
    default:
      return { kind: 'unknown', because: 'trying bodies would change things; the profile has to give one' };
  }
}

const refreshBodies: readonly BodyTemplate[] = [
  { kind: 'form', form: { token: '<refreshToken>' } },
  { kind: 'json', json: { token: '<refreshToken>' } },
  { kind: 'json', json: { refreshToken: '<refreshToken>' } },
  { kind: 'form', form: { refreshToken: '<refreshToken>' } },
];

/** Takes tokens from a separate session, because a refresh may use them up. */
async function firstAccepted(api: Api, id: OpenBody, templates: readonly BodyTemplate[], input: Call): Promise<Found> {
  const needsTokens = templates.some((template) => JSON.stringify(template).includes('Token>'));
  if (needsTokens && (await api.session()).secondFactor)
    return { kind: 'undecided', because: 'a login of its own would take a second factor' };
  const spare = needsTokens ? await api.freshLogin() : undefined;
  if (spare && spare.kind !== 'loggedIn') return { kind: 'undecided', because: spare.because };
  const authorization = spare ? { authorization: bearer(await spare.session.accessToken()) } : {};
  const refreshToken = await spare?.session.refreshToken();
  const values = { ...(refreshToken && { refreshToken }) };
  for (const template of templates) {
    const exchange = await api.call(id, { ...input, ...authorization, ...inputOf(filled(template, values)) });
    if (succeeded(exchange))
      return { kind: 'found', value: template, because: `it was accepted with ${statusOf(exchange)}` };
    const status = statusOf(exchange);
    if (status === 404 || status === 405 || status === 501)
      return { kind: 'unknown', because: `it answered ${status}` };
    if (status === 429) return { kind: 'undecided', because: 'it went on answering 429' };
  }
  return { kind: 'unknown', because: `none of ${templates.length} bodies was accepted` };
}
