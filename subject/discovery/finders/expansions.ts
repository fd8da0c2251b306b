// Finds the query parameter that makes optional members of an object appear, and how it takes several values.
import type { OperationId } from '../../../contract/operations.ts';
import { saysNothing } from '../../../contract/presence.ts';
import { listSyntaxes, type Pairs, writeList } from '../../lists.ts';
import type { Knowledge } from '../../names.ts';
import type { ListName, ListSyntax } from '../../profile/profile.ts';
import { type Asking, type Item, nonsenseName } from '../asking.ts';
import { firstThat } from '../search.ts';

interface ExpansionQuestion {
  readonly read: Extract<OperationId, 'readPayment' | 'readCardV1'>;
  /** Objects to ask about, the most promising first. */
  readonly ids: readonly string[];
  /** What may be asked for, the most promising and harmless first. */
  readonly members: readonly string[];
  readonly names: readonly string[];
  /** An object with these members probably has some of `members` to show. */
  readonly hints?: readonly string[];
  /** What is missing when there are no objects. */
  readonly lacking: string;
}

interface Candidate {
  readonly name: string;
  /** How a single value is written. */
  readonly syntax: 'plain' | 'brackets' | 'indexed' | 'json';
}

/** Objects that are asked for several members at once: only one that has them all can show them. */
const mostForLists = 12;
/** Objects that are searched for `hints`. */
const mostRead = 60;
/** Names that are also tried with a second member, because a target may show the first member of no object. */
const likeliest = 2;

export async function discoverExpansion(asking: Asking, question: ExpansionQuestion): Promise<Knowledge<ListName>> {
  if (question.ids.length === 0) return { kind: 'undecided', because: question.lacking };
  const [first, ...others] = question.ids as [string, ...string[]];
  let latest = await discoverOn(first, asking, question);
  if (latest.knowledge.kind !== 'found' && !latest.pointless) {
    const other = (await firstRich(others, asking, question)) ?? others[0];
    if (other !== undefined) latest = await discoverOn(other, asking, question);
  }
  const { knowledge } = latest;
  const lacksList = knowledge.kind === 'found' && knowledge.value.list === undefined && question.members.length > 1;
  if (!lacksList) return knowledge;
  let tried = 0;
  for (const [place, id] of question.ids.slice(0, question.hints ? mostRead : mostForLists).entries()) {
    const plain = await itemOf(asking, question.read, id, []);
    if (plain === undefined || (place >= mostForLists && !isRich(plain, question))) continue;
    tried += 1;
    const whole = await withListOn(id, plain, knowledge.value.name, asking, question);
    if (whole) return whole;
    if (tried === 2 * mostForLists) break;
  }
  return knowledge;
}

const isRich = (plain: Item, { hints = [] }: ExpansionQuestion): boolean =>
  hints.some((hint) => !saysNothing(plain[hint]));

async function firstRich(
  ids: readonly string[],
  asking: Asking,
  question: ExpansionQuestion,
): Promise<string | undefined> {
  for (const id of question.hints ? ids.slice(0, mostRead) : []) {
    const plain = await itemOf(asking, question.read, id, []);
    if (plain && isRich(plain, question)) return id;
  }
  return undefined;
}

/** Asks one object for all members at once, in each syntax. */
async function withListOn(
  id: string,
  plain: Item,
  name: string,
  asking: Asking,
  { read, members }: ExpansionQuestion,
): Promise<Knowledge<ListName> | undefined> {
  const absent = members.filter((member) => isAbsent(plain[member]));
  if (absent.length < 2) return undefined;
  for (const list of listSyntaxes) {
    const pairs = writeList(name, list, absent);
    const item = await itemOf(asking, read, id, pairs);
    const shown = absent.filter((member) => item && !isAbsent(item[member]));
    if (shown.length < 2) continue;
    return { kind: 'found', value: { name, list }, because: `${written(pairs)} made ${shown.join(' and ')} appear` };
  }
  return undefined;
}

async function itemOf(
  asking: Asking,
  read: ExpansionQuestion['read'],
  id: string,
  query: Pairs,
): Promise<Item | undefined> {
  const answer = await asking.ask(read, query, { path: { id } });
  return answer.kind === 'item' ? answer.item : undefined;
}

interface Attempt {
  readonly knowledge: Knowledge<ListName>;
  /** Every name was refused, so another object need not be tried. */
  readonly pointless?: true;
}

async function discoverOn(id: string, asking: Asking, question: ExpansionQuestion): Promise<Attempt> {
  const { read, members, names } = question;
  const ask = (query: Pairs): Promise<Item | undefined> => itemOf(asking, read, id, query);
  const plain = await ask([]);
  if (plain === undefined) return undecided(`${question.lacking}: the one tried cannot be read`);
  const absent = members.filter((member) => isAbsent(plain[member]));
  if (absent.length === 0) return undecided(`${members.join(', ')} are there without being asked for`);
  const ignoresUnknown = (await ask([[nonsenseName, absent[0]!]])) !== undefined;

  let accepted = 0;
  const trial = async ({ name, syntax }: Candidate): Promise<Knowledge<ListName> | undefined> => {
    const isLikely = syntax === 'plain' && names.indexOf(name) < likeliest;
    // A name that is refused cannot be the right one.
    for (const member of ignoresUnknown ? absent.slice(0, isLikely ? 2 : 1) : absent) {
      const item = await ask(single(name, syntax, member));
      if (item !== undefined && !isAbsent(item[member])) return withSyntax(name, syntax, member);
      if (item === undefined) break;
      accepted += 1;
    }
    return undefined;
  };

  const together = async (group: readonly Candidate[]): Promise<'no effect' | 'some effect'> => {
    const item = await ask(group.flatMap(({ name, syntax }) => single(name, syntax, absent[0]!)));
    return item !== undefined && isAbsent(item[absent[0]!]) ? 'no effect' : 'some effect';
  };

  async function withSyntax(name: string, syntax: Candidate['syntax'], first: string): Promise<Knowledge<ListName>> {
    const shown = `${written(single(name, syntax, first))} made ${first} appear`;
    const syntaxes: readonly ListSyntax[] = syntax === 'plain' ? listSyntaxes : [syntax];
    let second: string | undefined;
    for (const member of absent.filter((each) => each !== first)) {
      const item = await ask(single(name, syntax, member));
      if (item === undefined || isAbsent(item[member])) continue;
      second = member;
      break;
    }
    if (second === undefined) {
      const known = syntax === 'plain' ? {} : { list: syntax };
      return {
        kind: 'found',
        value: { name, ...known },
        because: `${shown}; nothing else did, so lists could not be tried`,
      };
    }
    for (const list of syntaxes) {
      const pairs = writeList(name, list, [first, second]);
      const item = await ask(pairs);
      if (item !== undefined && !isAbsent(item[first]) && !isAbsent(item[second])) {
        return {
          kind: 'found',
          value: { name, list },
          because: `${shown}, and ${written(pairs)} both ${first} and ${second}`,
        };
      }
    }
    return {
      kind: 'found',
      value: { name },
      because: `${shown}; no list syntax made ${first} and ${second} appear together`,
    };
  }

  for (const syntax of ['plain', 'brackets', 'indexed', 'json'] as const) {
    const likely = ignoresUnknown || syntax === 'plain' || syntax === 'brackets' ? names : names.slice(0, 4);
    const candidates = likely.map((name): Candidate => ({ name, syntax }));
    const found = await firstThat(candidates, trial, ignoresUnknown ? together : undefined);
    if (found) return { knowledge: found };
  }
  const none = `none of ${names.length} names`;
  return accepted === 0
    ? { knowledge: { kind: 'unknown', because: `${none} was accepted` }, pointless: true }
    : { knowledge: { kind: 'unknown', because: `${none} made ${absent[0]} appear` } };
}

const undecided = (because: string): Attempt => ({ knowledge: { kind: 'undecided', because } });

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const single = (name: string, syntax: Candidate['syntax'], value: string): Pairs =>
  syntax === 'plain' ? [[name, value]] : writeList(name, syntax, [value]);

const written = (pairs: Pairs): string => `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`;
