// Readers of option values, which refuse what they cannot use.
import { InvalidArgumentError } from 'commander';

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(
      `a whole number from ${least}${most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : ' on'}`,
    );
  };
}

export function shardOf(text: string): string {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  if (index && count && Number(index) >= 1 && Number(index) <= Number(count)) return text;
  throw new InvalidArgumentError('INDEX/COUNT, such as 1/4');
}
