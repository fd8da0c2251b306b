// Reads and changes a place in a body by JSON pointer; changes return a copy. `*` stands for the last item of a list.
import { stepsOf } from '../../contract/text/pointer.ts';

export const valueAt = (body: unknown, pointer: string): unknown =>
  stepsOf(pointer).reduce<unknown>((at, step) => {
    if (Array.isArray(at)) return at[indexOf(at, step)];
    return typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[step] : undefined;
  }, body);

export const withValueAt = (body: unknown, pointer: string, value: unknown): unknown =>
  change(body, stepsOf(pointer), () => [value]);

export const withoutValueAt = (body: unknown, pointer: string): unknown => change(body, stepsOf(pointer), () => []);

function change(at: unknown, [step, ...rest]: readonly string[], leave: () => readonly unknown[]): unknown {
  if (step === undefined) return leave()[0];
  if (Array.isArray(at) || step === '*') {
    const items = Array.isArray(at) ? at : [];
    const index = indexOf(items, step);
    const inner = rest.length === 0 ? leave() : [change(items[index], rest, leave)];
    return [...items.slice(0, index), ...inner, ...items.slice(index + 1)];
  }
  const { [step]: current, ...others } = (at ?? {}) as Record<string, unknown>;
  const inner = rest.length === 0 ? leave() : [change(current, rest, leave)];
  // The order of members stays, so that the twin differs in nothing else.
  if (inner.length === 0) return others;
  return { ...(at as object), [step]: inner[0] };
}

const indexOf = (items: readonly unknown[], step: string): number =>
  step === '*' ? Math.max(0, items.length - 1) : Number(step);
