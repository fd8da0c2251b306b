// Finds the entries of a HAR file (`log.entries`) in a stream of bytes and returns each separately, so that a file of any size needs only the
// memory of one entry.
//
// It follows only the depth and the strings of JSON. After a broken entry it continues at the next place that begins like the valid entries.
import { Window } from '../window.ts';

export type HarPiece =
  | { readonly kind: 'entry'; readonly value: unknown }
  | { readonly kind: 'broken'; readonly reason: string }
  /** About the file, not about an entry. */
  | { readonly kind: 'unfinished'; readonly reason: string };

const longestEntry = 64 * 1024 * 1024;
/** How many bytes are searched again for entries behind a broken one. */
const mostLookedAtAgain = 8 * longestEntry;
const longestKey = 64;

const [quote, backslash, comma, bracket, closingBracket, brace, closingBrace] = [34, 92, 44, 91, 93, 123, 125];
const isSpace = (byte: number): boolean => byte === 32 || byte === 10 || byte === 13 || byte === 9;
const isScalar = (byte: number): boolean => (byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 122) || byte === 45;
const firstMember = /^\{\s*"(?:[^"\\]|\\.)*"\s*:/;

type Mode =
  | 'around' // outside the list of entries
  | 'between' // in the list
  | 'entry'
  | 'lost'; // behind something broken

export class HarSplitter {
  readonly #window = new Window();
  #at = 0;
  #mode: Mode = 'around';
  /** The number of open brackets: outside the list those of the file, inside an entry its own. */
  #depth = 0;
  #inString = false;
  /** The start of the entry, or of the string outside of entries. */
  #from = 0;
  #keys: readonly [string, string] = ['', ''];
  #opener = Buffer.from('{"startedDateTime":');
  #sound = 0;
  #broken = 0;
  #lookedAtAgain = 0;
  #found = false;

  *push(chunk: Buffer): Generator<HarPiece> {
    this.#window.append(chunk);
    yield* this.#walk();
    const needed = this.#mode === 'entry' || (this.#mode === 'around' && this.#inString) ? this.#from : this.#at;
    const dropped = Math.min(needed, this.#window.length);
    this.#window.drop(dropped);
    this.#at -= dropped;
    this.#from -= dropped;
  }

  /** To be called at the end of the file. */
  *end(): Generator<HarPiece> {
    while (this.#mode === 'entry') {
      yield this.#breaks('the file ends inside this entry');
      yield* this.#walk();
    }
    if (!this.#found) yield { kind: 'unfinished', reason: 'it has no log.entries' };
    else if (this.#mode === 'between') yield { kind: 'unfinished', reason: 'it ends inside its list of entries' };
  }

  *#walk(): Generator<HarPiece> {
    const { bytes } = this.#window;
    while (this.#at < bytes.length) {
      if (this.#mode === 'around') this.#walkAround(bytes);
      else if (this.#mode === 'lost') {
        if (!this.#opensAgain(bytes)) return;
      } else {
        const piece = this.#mode === 'between' ? this.#walkBetween(bytes) : this.#walkEntry(bytes);
        if (piece) yield piece;
      }
    }
  }

  #walkAround(bytes: Buffer): void {
    for (; this.#at < bytes.length; this.#at += 1) {
      const byte = bytes[this.#at] as number;
      if (this.#inString) {
        if (byte === backslash) this.#at += 1;
        else if (byte === quote) this.#nameEnds(bytes);
        else if (this.#at - this.#from > longestKey) this.#from = this.#at;
      } else if (byte === quote) {
        this.#inString = true;
        this.#from = this.#at + 1;
      } else if (byte === brace || byte === bracket) {
        if (byte === bracket && this.#depth === 2 && this.#keys[0] === 'log' && this.#keys[1] === 'entries') {
          this.#at += 1;
          this.#mode = 'between';
          this.#found = true;
          return;
        }
        this.#depth += 1;
      } else if (byte === closingBrace || byte === closingBracket) {
        this.#depth = Math.max(0, this.#depth - 1);
      }
    }
  }

  #nameEnds(bytes: Buffer): void {
    this.#inString = false;
    const name = bytes.toString('latin1', this.#from, this.#at);
    if (this.#depth === 1) this.#keys = [name, ''];
    if (this.#depth === 2) this.#keys = [this.#keys[0], name];
  }

  #walkBetween(bytes: Buffer): HarPiece | undefined {
    const byte = bytes[this.#at] as number;
    if (byte === brace || byte === bracket || byte === quote) {
      this.#mode = 'entry';
      this.#from = this.#at;
      this.#depth = 0;
      return undefined;
    }
    this.#at += 1;
    if (isSpace(byte) || byte === comma) return undefined;
    if (byte === closingBracket) {
      // After a broken entry it is unknown what this bracket closes.
      this.#mode = this.#broken === 0 ? 'around' : 'lost';
      this.#depth = 2;
      return undefined;
    }
    if (isScalar(byte)) while (isScalar(bytes[this.#at] ?? 0)) this.#at += 1;
    else this.#mode = 'lost';
    return this.#odd();
  }

  #odd(): HarPiece {
    this.#broken += 1;
    return { kind: 'broken', reason: 'the entry is no object' };
  }

  #walkEntry(bytes: Buffer): HarPiece | undefined {
    while (this.#at < bytes.length) {
      if (this.#inString) {
        const end = bytes.indexOf(quote, this.#at);
        this.#at = end < 0 ? bytes.length : end + 1;
        if (end < 0) break;
        let slashes = 0;
        while (bytes[end - 1 - slashes] === backslash) slashes += 1;
        this.#inString = slashes % 2 === 1;
      } else {
        const byte = bytes[this.#at] as number;
        this.#at += 1;
        if (byte === quote) this.#inString = true;
        else if (byte === brace || byte === bracket) this.#depth += 1;
        else if (byte === closingBrace || byte === closingBracket) this.#depth -= 1;
        else continue;
      }
      if (this.#depth === 0 && !this.#inString) return this.#entryEnds(bytes.subarray(this.#from, this.#at));
    }
    if (this.#at - this.#from <= longestEntry) return undefined;
    return this.#breaks(`the entry is longer than ${longestEntry} bytes`);
  }

  #entryEnds(entry: Buffer): HarPiece {
    this.#mode = 'between';
    if (entry[0] !== brace) return this.#odd();
    const text = entry.toString();
    try {
      const value: unknown = JSON.parse(text);
      const opener = this.#sound === 0 ? firstMember.exec(text.slice(0, 1000))?.[0] : undefined;
      if (opener) this.#opener = Buffer.from(opener);
      this.#sound += 1;
      return { kind: 'entry', value };
    } catch {
      // The message of JSON.parse quotes the text, which may be a secret.
      const reason = 'the entry is no JSON';
      if (entry.includes(this.#opener, 1)) return this.#breaks(reason);
      this.#broken += 1;
      return { kind: 'broken', reason };
    }
  }

  /** Goes back to just behind the start of the entry, to search its bytes for other entries. */
  #breaks(reason: string): HarPiece {
    this.#broken += 1;
    this.#mode = 'lost';
    this.#inString = false;
    this.#lookedAtAgain += this.#at - this.#from;
    if (this.#lookedAtAgain <= mostLookedAtAgain) this.#at = this.#from + 1;
    return { kind: 'broken', reason };
  }

  #opensAgain(bytes: Buffer): boolean {
    const found = bytes.indexOf(this.#opener, this.#at);
    // The last bytes may be the start of an entry.
    this.#at = found < 0 ? Math.max(this.#at, bytes.length - this.#opener.length + 1) : found;
    if (found < 0) return false;
    this.#mode = 'entry';
    this.#from = found;
    this.#depth = 0;
    return true;
  }
}
