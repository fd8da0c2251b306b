// Options that several commands share, and readers of their values, which refuse values that they cannot use.
import { InvalidArgumentError, Option } from 'commander';
import { gates, keepings } from '../harness/settings.ts';
import { usualFolder } from '../reports/folder.ts';
import { UsageError } from './exit.ts';

export const targetOption = (description = 'address of the implementation'): Option =>
  new Option('--target <url>', description).env('ASSAY_TARGET');

export const profileOption = (): Option =>
  new Option('--profile <file>', 'what the specification leaves open').env('ASSAY_PROFILE');

export const waitOption = (): Option =>
  new Option('--wait <seconds>', 'wait up to this long for a target that is starting').argParser(secondsOf);

export const outOption = (): Option => new Option('--out <dir>', 'where the report goes').default(usualFolder);

/** `60`, `60s` or `2m`. */
function secondsOf(text: string): number {
  const [, digits, unit] = /^(\d{1,6})(s|m)?$/.exec(text) ?? [];
  if (digits !== undefined) return Number(digits) * (unit === 'm' ? 60 : 1);
  throw new InvalidArgumentError('a number of seconds, such as 60, 60s or 2m');
}

export const sinceOption = (): Option =>
  new Option('--since <file>', 'compare with an earlier verdict.json, or the folder that holds it');

export const gateOption = (): Option =>
  new Option('--gate <gate>', 'what decides the exit code: all that fails, or what is new since the earlier verdict')
    .choices([...gates])
    .default('all');

export const evidenceOption = (): Option =>
  new Option('--evidence <which>', 'exchanges to keep when it is over').choices([...keepings]).default('all');

export const redactOption = (): Option =>
  new Option('--redact <file>', 'names, paths and patterns of further secrets (docs/recording.md)');

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(
      `a whole number from ${least}${most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : ' on'}`,
    );
  };
}

/** Refuses an option that is given twice, because its first value would be dropped silently. */
export function onlyOnce(text: string, earlier?: string): string {
  if (earlier === undefined) return text;
  throw new InvalidArgumentError(`${earlier} was given before it, and there is one at a time.`);
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

/** Above 0, at most 1: `10%` or `0.1`. */
export function share(text: string): number {
  const [, digits, percent] = /^(\d{1,3}(?:\.\d{1,9})?)(%?)$/.exec(text) ?? [];
  const value = Number(digits) / (percent === '%' ? 100 : 1);
  if (value > 0 && value <= 1) return value;
  throw new InvalidArgumentError('a share such as 10% or 0.1');
}

/** Refuses an address with credentials without quoting it, unlike commander. */
export function httpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && (url.username !== '' || url.password !== ''))
    throw new UsageError('the address holds credentials, which are no part of it');
  if (url && /^https?:$/.test(url.protocol)) return text;
  throw new InvalidArgumentError('an http:// or https:// address');
}

/** The digest of an image, in the notation of registries. */
export function buildDigest(text: string): string {
  if (/^sha256:[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('a digest: sha256: and 64 hexadecimal digits');
}

const lengths: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** Milliseconds, of `90m`, `12h`, `30d` or `8w`. */
export function age(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  const length = lengths[unit];
  if (digits !== undefined && length !== undefined) return Number(digits) * length;
  throw new InvalidArgumentError('an age such as 12h, 30d or 8w');
}
