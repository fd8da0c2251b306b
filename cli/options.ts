// Options that several commands have, and readers of values, which refuse what they cannot use.
import { InvalidArgumentError, Option } from 'commander';

export const targetOption = (description = 'address of the implementation'): Option =>
  new Option('--target <url>', description).env('ASSAY_TARGET');

export const profileOption = (): Option =>
  new Option('--profile <file>', 'what the specification leaves open about it').env('ASSAY_PROFILE');

export const redactOption = (): Option =>
  new Option('--redact <file>', 'names, paths and patterns of what else is secret (docs/recording.md)');

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

const units: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** Bytes, as `4096`, `64k`, `8M` or `1G`. */
export function byteSize(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,12})([kmg]?)b?$/i.exec(text) ?? [];
  const size = Number(digits) * (units[unit.toLowerCase()] as number);
  if (digits !== undefined && size > 0) return size;
  throw new InvalidArgumentError('a number of bytes, such as 64k, 8M or 1G');
}

export function httpUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('an http:// or https:// address');
}
