// Which build of the target answers: a digest that the user states, or that the target itself gives where its profile says.
import { pointedAt } from '../../contract/text/pointer.ts';
import { header } from '../../contract/wire.ts';
import { inWords, jsonOf } from '../answers.ts';
import { connect } from '../connection.ts';
import type { BuildPlace, Profile } from '../profile/profile.ts';
import { addressOfBuild } from '../profile/settling.ts';

/** `digest`: `sha256:` and 64 hexadecimal digits. */
export type Build =
  | { readonly digest: string; readonly origin: 'claimed' }
  /** `by`: where the target said so. */
  | { readonly digest: string; readonly origin: 'echoed'; readonly by: string };

type Echo = { readonly kind: 'said'; readonly build: Build } | { readonly kind: 'unsaid'; readonly because: string };

/** Sends one request without credentials: even an answer that refuses it may name the build in a header. */
export async function askForBuild(profile: Profile, place: BuildPlace): Promise<Echo> {
  const { origin, pathname, search } = new URL(addressOfBuild(place, profile.url));
  const connection = connect({ ...profile, url: origin });
  try {
    const exchange = await connection.send({ method: 'GET', path: `${pathname}${search}` });
    const by = `${inWordsOf(place)} of GET ${pathname}`;
    if (exchange.outcome.kind === 'failed') return { kind: 'unsaid', because: inWords(exchange) };
    const { headers, body } = exchange.outcome.response;
    const text =
      place.header !== undefined
        ? header(headers, place.header)
        : place.member !== undefined
          ? memberAt(jsonOf(exchange), place.member)
          : Buffer.from(body).toString('utf8');
    const digest = digestIn(text ?? '');
    if (digest === undefined) return { kind: 'unsaid', because: `${by} holds no SHA-256 digest, or several` };
    return { kind: 'said', build: { digest, origin: 'echoed', by } };
  } finally {
    await connection.close();
  }
}

const inWordsOf = ({ header: name, member }: BuildPlace): string =>
  name !== undefined ? `the header ${name}` : member !== undefined ? `the member ${member}` : 'the body';

/** What a JSON pointer points at, as text. */
function memberAt(json: unknown, pointer: string): string | undefined {
  const value = pointedAt(json, pointer);
  return typeof value === 'string' ? value : undefined;
}

/** The only digest in the text, alone, after `sha256:`, or at the end of an image's name. */
function digestIn(text: string): string | undefined {
  const found = text.toLowerCase().match(/(?<![0-9a-z])[0-9a-f]{64}(?![0-9a-z])/g) ?? [];
  const [digest, other] = new Set(found);
  return other === undefined && digest !== undefined ? `sha256:${digest}` : undefined;
}
