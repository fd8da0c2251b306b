// Measures how similar a new request is to a recorded one. Method, path and query must be the same; the body may differ, and the most
// similar one is taken. The stand-in of a recorded secret fits any value.
import { walkableJson } from '../../contract/text/nesting.ts';
import { decodedOrRaw } from '../../contract/text/percent.ts';
import { header, type WireRequest } from '../../contract/wire.ts';
import { bodyText } from '../../exchange/body-text.ts';
import { isPseudonym } from '../../exchange/redaction/pseudonym.ts';

/** A request taken apart once: the address with its query in order, and the members of the body by their places. */
export interface Features {
  readonly address: readonly string[];
  readonly members: ReadonlyMap<string, string>;
}

/** The places where a body differs; `standIns` counts the recorded secrets, which cannot be compared. */
export interface Likeness {
  readonly differing: readonly string[];
  readonly standIns: number;
}

/** `url` begins with the path behind the base. */
export const featuresOf = (request: WireRequest): Features => {
  const [path = '', query = ''] = request.url.split('#', 1)[0]!.split(/\?(.*)/s);
  const pairs = query === '' ? [] : query.split('&').map(plain).sort();
  return {
    address: [request.method.toUpperCase(), ...path.split('/').map(plain), '?', ...pairs],
    members: membersOf(request),
  };
};

/** Undefined when the two ask for different things. */
export const likeness = (recorded: Features, asked: Features): Likeness | undefined => {
  if (recorded.address.length !== asked.address.length) return undefined;
  let standIns = 0;
  for (const [index, part] of recorded.address.entries()) {
    if (part === asked.address[index]) continue;
    if (!holdsStandIn(part)) return undefined;
    standIns += 1;
  }
  const places = new Set([...recorded.members.keys(), ...asked.members.keys()]);
  const differing: string[] = [];
  for (const place of places) {
    const value = recorded.members.get(place);
    if (value === asked.members.get(place)) continue;
    if (value !== undefined && asked.members.has(place) && holdsStandIn(value)) standIns += 1;
    else differing.push(place);
  }
  return { differing, standIns };
};

const plain = (text: string): string => decodedOrRaw(text.replaceAll('+', ' '));

/** True also for a pair such as `signToken=~…`. */
const holdsStandIn = (text: string): boolean => isPseudonym(text) || isPseudonym(text.slice(text.indexOf('=') + 1));

const membersOf = ({ headers, body }: WireRequest): Map<string, string> => {
  const members = new Map<string, string>();
  const text = body && bodyText(body)?.text;
  if (text === undefined || text === '') return members;
  if (/form-urlencoded/i.test(header(headers, 'content-type') ?? '')) {
    for (const pair of text.split('&')) {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      members.set(`/${plain(name)}`, plain(value));
    }
    return members;
  }
  try {
    gather(walkableJson(text), '', members);
  } catch {
    members.set('/', text);
  }
  return members;
};

const gather = (value: unknown, place: string, members: Map<string, string>): void => {
  if (typeof value !== 'object' || value === null) {
    members.set(place, String(value));
    return;
  }
  for (const [name, member] of Object.entries(value)) gather(member, `${place}/${name}`, members);
};
