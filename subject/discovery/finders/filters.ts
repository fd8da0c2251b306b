// Finds the query parameter that keeps the cards of one status, or of one type, by what it does to the list.
import type { Knowledge } from '../../names.ts';
import { type Asking, type Item, idsOf, isForItsValue, nonsenseName, nonsenseValue, sameSet } from '../asking.ts';
import type { ListQuestion } from '../cards.ts';
import { firstThat } from '../search.ts';
import { firstRefusing } from './refusing.ts';

interface FilterQuestion extends ListQuestion {
  /** The member of a card by which the filter keeps it. */
  readonly member: 'status' | 'type';
  readonly values: readonly string[];
}

export async function discoverFilter(asking: Asking, question: FilterQuestion): Promise<Knowledge<string>> {
  const { list, names, member, all, usual, unknownParameters } = question;
  const values = telling(question);
  const splitting = values.filter((value) => splits(value, question));
  const visible = splitting.length > 0;
  const suspects: string[] = [];
  /** Names that are accepted without any effect. */
  const idle: string[] = [];

  const trialWith =
    (value: string) =>
    async (name: string): Promise<Knowledge<string> | undefined> => {
      const answer = await asking.ask(list, [[name, value]]);
      if (answer.kind !== 'items') return undefined;
      const changed = !sameSet(idsOf(answer.items), idsOf(usual));
      if (changed && visible) {
        const shown = await byEffect(name);
        if (shown) return shown;
        suspects.push(name);
      }
      // Where no effect can show, or a wrong one did, a refusal of a nonsense value still shows that the name is known.
      if (changed || !visible)
        return (await byRefusal(name)) ?? (changed && !visible ? byKeepingNone(name) : undefined);
      idle.push(name);
      return undefined;
    };

  async function byEffect(name: string): Promise<Knowledge<string> | undefined> {
    const agreed: string[] = [];
    for (const value of values.slice(0, 4)) {
      const answer = await asking.ask(list, [[name, value]]);
      if (answer.kind === 'items' && keepsOnly(value, answer.items, question)) agreed.push(value);
      if (agreed.length === 2) break;
    }
    if (agreed.length < 2 || !agreed.some((value) => splits(value, question))) return undefined;
    const because = `?${name}=${agreed.join(` and ?${name}=`)} kept just the cards of that ${member}`;
    return { kind: 'found', value: name, because };
  }

  const kept = async (name: string, value: string): Promise<readonly string[] | undefined> => {
    const answer = await asking.ask(list, [[name, value]]);
    return answer.kind === 'items' ? idsOf(answer.items) : undefined;
  };

  /** Where all cards are alike, the filter must return all of them for their own value and none for any other, each time. */
  async function byKeepingNone(name: string): Promise<Knowledge<string> | undefined> {
    const common = values.find((value) => countOf(value, question) > 0);
    const [one, other] = values.filter((value) => value !== common);
    if (common === undefined || one === undefined || other === undefined) return undefined;
    const whole = idsOf(usual);
    for (const value of [common, one, other, common, one, other]) {
      const ids = await kept(name, value);
      if (ids === undefined || !sameSet(ids, value === common ? whole : [])) return undefined;
    }
    const stranger = await kept(nonsenseName, one);
    if (stranger === undefined ? unknownParameters !== 'refused' : !sameSet(stranger, whole)) return undefined;
    const because = `?${name}=${common} kept every card, and ?${name}=${one} and ?${name}=${other} none`;
    return { kind: 'found', value: name, because };
  }

  async function byRefusal(name: string): Promise<Knowledge<string> | undefined> {
    const wrong = await asking.ask(list, [[name, nonsenseValue]]);
    if (!isForItsValue(wrong)) return undefined;
    for (const value of values.slice(0, 2)) {
      if ((await asking.ask(list, [[name, value]])).kind !== 'items') return undefined;
    }
    const because = `?${name} takes ${values[0]} and ${values[1]} and refuses a nonsense value with ${wrong.status}`;
    return { kind: 'found', value: name, because };
  }

  async function together(group: readonly string[]): Promise<'no effect' | 'some effect'> {
    // Where all cards are alike, a filter shows in one of two ways: another value returns no card, or a nonsense value is refused.
    for (const value of visible ? [values[0]!] : all.length > 0 ? [values[0]!, nonsenseValue] : [nonsenseValue]) {
      const answer = await asking.ask(
        list,
        group.map((name) => [name, value]),
      );
      if (answer.kind !== 'items' || !sameSet(idsOf(answer.items), idsOf(usual))) return 'some effect';
    }
    return 'no effect';
  }

  const trial = trialWith(values[0]!);
  const found = await firstThat(names, trial, unknownParameters === 'ignored' ? together : undefined);
  if (found) return found;
  // The target may filter wrongly by that one value only, so the likeliest names are tried with another value.
  for (const name of splitting[1] === undefined ? [] : names.slice(0, 2)) {
    const late = await trialWith(splitting[1]!)(name);
    if (late) return late;
  }
  if (!visible) return { kind: 'undecided', because: reasonOf(question) };
  // A name that takes the right values, refuses a nonsense value and leaves no card out is the filter, but a broken one.
  const broken = await firstRefusing(asking, list, unknownParameters === 'ignored' ? names : idle, byRefusal);
  if (broken) return broken;
  if (suspects.length > 0) {
    const because = `?${[...new Set(suspects)].join(' and ?')} changes the list, but not to the cards of the asked ${member}`;
    return { kind: 'undecided', because };
  }
  return { kind: 'unknown', because: `none of ${names.length} names had any effect on the list` };
}

/** The order in which values are tried: those that keep some cards, those of them last that keep all the usual ones; then the rest. */
const telling = (question: FilterQuestion): readonly string[] => {
  const { usual, member } = question;
  const keepsUsual = (value: string) => usual.every((item) => item[member] === value);
  const weight = (value: string) =>
    splits(value, question) ? (keepsUsual(value) ? 1 : 0) : countOf(value, question) === 0 ? 2 : 3;
  return [...question.values].sort((one, other) => weight(one) - weight(other));
};

const countOf = (value: string, { all, member }: FilterQuestion): number =>
  all.filter((item) => item[member] === value).length;

const splits = (value: string, question: FilterQuestion): boolean => {
  const count = countOf(value, question);
  return count > 0 && count < question.all.length;
};

/** A parameter that keeps too few cards is still taken for the filter, but one that keeps others is not. */
function keepsOnly(value: string, items: readonly Item[], question: FilterQuestion): boolean {
  const pure = items.every((item) => item[question.member] === value);
  return pure && items.length > 0 === countOf(value, question) > 0;
}

function reasonOf({ all, member }: FilterQuestion): string {
  if (all.length === 0) return 'there is no card, so no filter shows an effect';
  if (all.length === 1) return 'there is one card only, so no filter shows an effect';
  return `all ${all.length} cards have the ${member} ${all[0]?.[member]}, so no filter shows an effect`;
}
