// Makes regular expressions of a user safe for any traffic: a pattern that could take more than a limited number of steps for each character
// of a text is refused with the reason.
//
// An engine that backtracks is slow where a text can be divided in many ways among the parts of a pattern. So the ways are counted: a
// repeated part adds ways only where the next character could also belong to it.
import { type Part, PatternError, partsOf } from './pattern-parts.ts';

const longestSource = 500;
const mostWays = 4_096;
/** The most repetitions of a part that repeats without limit and is followed by another part. */
const mostRepeated = 1_024;

const caseless = '(?i)';

type Characters = ReadonlySet<string>;

interface Shape {
  /** The characters with which it can begin. */
  readonly first: Characters;
  readonly mayBeEmpty: boolean;
  /** It always has the same length, and only one way to match. */
  readonly isFixed: boolean;
  readonly ways: number;
  readonly source: string;
}

const joined = (one: Characters, other: Characters): Characters => new Set([...one, ...other]);
const overlap = (one: Characters, other: Characters): boolean => [...one].some((each) => other.has(each));

/** Enough characters to distinguish any two parts of the pattern: ASCII, a few of each other kind, and those next to the pattern's own. */
const samplesFor = (source: string): string[] => {
  const written = [...source].flatMap((each) => [-1, 0, 1].map((step) => Math.max(0, each.codePointAt(0)! + step)));
  const ascii = Array.from({ length: 128 }, (_, code) => code);
  const others = [...'éßяλ中\u00a0\u2028\ufeff😀'].map((each) => each.codePointAt(0)!);
  return [...new Set([...written, ...ascii, ...others])]
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
};

/** A first part that repeats without limit. A match that begins inside such a run would have begun at the start of the run. */
const leadingRun = (whole: Part): Part | undefined => {
  const leading = whole.kind === 'sequence' ? whole.parts[0] : undefined;
  return leading?.kind === 'repeat' && leading.most === Number.POSITIVE_INFINITY ? leading : undefined;
};

const shapeOfPattern = (whole: Part, source: string, flags: string): Shape => {
  const samples = samplesFor(source);
  const leading = leadingRun(whole);
  const empty: Characters = new Set();

  const plain = (of: string, first: Characters, mayBeEmpty: boolean): Shape => ({
    first,
    mayBeEmpty,
    isFixed: true,
    ways: 1,
    source: of,
  });

  /** `after` has the characters that may follow; undefined where nothing has to follow. */
  const shapeOf = (part: Part, after: Characters | undefined): Shape => {
    if (part.kind === 'boundary') return plain(part.source, empty, true);
    if (part.kind === 'character') {
      const matches = new RegExp(`^(?:${part.source})$`, flags);
      return plain(part.source, new Set(samples.filter((each) => matches.test(each))), false);
    }
    if (part.kind === 'sequence') return sequence(part.parts, after);
    if (part.kind === 'choice') return choice(part.parts, after);
    return repeat(part, after);
  };

  const sequence = (parts: readonly Part[], after: Characters | undefined): Shape => {
    let whole: Shape = { ...plain('', empty, true) };
    let follows = after;
    for (const part of [...parts].reverse()) {
      const shape = shapeOf(part, follows);
      whole = {
        first: shape.mayBeEmpty ? joined(shape.first, whole.first) : shape.first,
        mayBeEmpty: shape.mayBeEmpty && whole.mayBeEmpty,
        isFixed: shape.isFixed && whole.isFixed,
        ways: shape.ways * whole.ways,
        source: shape.source + whole.source,
      };
      follows = shape.mayBeEmpty ? follows && joined(shape.first, follows) : shape.first;
    }
    return whole;
  };

  const choice = (parts: readonly Part[], after: Characters | undefined): Shape => {
    const all = parts.map((part) => shapeOf(part, after));
    const isClear = all.every((one, index) => !all.slice(index + 1).some((other) => overlap(one.first, other.first)));
    return {
      first: all.map(({ first }) => first).reduce(joined),
      mayBeEmpty: all.some(({ mayBeEmpty }) => mayBeEmpty),
      isFixed: false,
      ways: isClear ? Math.max(...all.map(({ ways }) => ways)) : all.reduce((sum, { ways }) => sum + ways, 0),
      source: `(?:${all.map((each) => each.source).join('|')})`,
    };
  };

  const repeat = (repeated: Extract<Part, { kind: 'repeat' }>, after: Characters | undefined): Shape => {
    const { part, least, most } = repeated;
    const once = shapeOf(part, after);
    if (!once.isFixed || once.mayBeEmpty)
      throw new PatternError('what repeats must be characters of a fixed number, without a repetition or a | in it');
    const isLast = after === undefined;
    const end = isLast || repeated === leading || most < mostRepeated ? most : mostRepeated;
    const isQuestion = !isLast && most !== least && overlap(once.first, after);
    const inner = part.kind === 'character' ? once.source : `(?:${once.source})`;
    const begins = repeated === leading ? `(?<!${inner})` : '';
    return {
      first: once.first,
      mayBeEmpty: least === 0,
      isFixed: least === most,
      ways: isQuestion ? Math.min(end, mostRepeated) - least + 1 : 1,
      source: `${begins}${inner}{${least},${Number.isFinite(end) ? end : ''}}`,
    };
  };

  return shapeOf(whole, undefined);
};

/** Finds every match. Throws a `PatternError`, or a `SyntaxError` for what is no regular expression. */
export const linearPattern = (written: string): RegExp => {
  if (written.length > longestSource) throw new PatternError(`a pattern has at most ${longestSource} characters`);
  const flags = written.startsWith(caseless) ? 'iu' : 'u';
  const source = flags === 'iu' ? written.slice(caseless.length) : written;
  new RegExp(source, flags);
  const shape = shapeOfPattern(partsOf(source), source, flags);
  if (shape.mayBeEmpty) throw new PatternError('it also finds nothing at all, which is everywhere');
  if (shape.ways > mostWays)
    throw new PatternError('a text fits it in too many ways; say more exactly what repeats, as [^;]* for .*');
  return new RegExp(shape.source, `g${flags}`);
};

/** What is wrong with a pattern; undefined for one that can be used. */
export const flawOfPattern = (written: string): string | undefined => {
  try {
    linearPattern(written);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};
