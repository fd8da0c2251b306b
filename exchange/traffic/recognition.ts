// Recognises the format of a file by its first bytes.
import { lineBeginning } from '../recording/line.ts';
import { looksLikeGor } from './gor/messages.ts';

type Content = { readonly kind: 'recording' | 'har' | 'gor' } | { readonly kind: 'unknown'; readonly reason: string };

/** How many bytes are read for that. */
export const beginningLength = 64 * 1024;

const unknown = (reason: string): Content => ({ kind: 'unknown', reason });
/** A HAR file may be wrapped in the call of a function (JSONP). */
const jsonBeginning = /^\uFEFF?\s*(?:[\w$.]+\s*\(\s*)?\{/;

const beginsAsRecording = (beginning: Buffer): boolean =>
  beginning.subarray(0, lineBeginning.length).equals(lineBeginning.subarray(0, beginning.length));

export const recognised = (beginning: Buffer): Content => {
  if (beginning.length === 0) return unknown('it is empty');
  // The writer of a recording may have been killed within its first bytes.
  if (beginsAsRecording(beginning) || beginning.includes(`\n${lineBeginning}`)) return { kind: 'recording' };
  if (looksLikeGor(beginning)) return { kind: 'gor' };
  const text = beginning.toString();
  if (text.trim() === '') return unknown('it holds nothing but spaces');
  if (jsonBeginning.test(text)) return { kind: 'har' };
  if (text.startsWith('PK')) return unknown('it is a zip archive; unpack it first');
  if ((beginning[0] === 0xff && beginning[1] === 0xfe) || (beginning[0] === 0xfe && beginning[1] === 0xff))
    return unknown('it is written in UTF-16; save it as UTF-8');
  return unknown('it is no recording, no HAR file and no GoReplay file');
};
