// The day or month until which a card is valid. How one is written is not shown, so that each version may write it in its own way.

/** In milliseconds since 1970, by UTC: the whole day or month, or the moment at which one begins or ends somewhere. */
interface Span {
  readonly first: number;
  readonly last: number;
  /** It tells the time of day, or the zone, by which its day may be the one before or behind. */
  readonly isTimed: boolean;
}

const dayLength = 86_400_000;

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Whether both are the same text, or may tell the same month, and day where both tell one. Of a text that nobody can read nothing is known. */
export function maySameDay(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  const [these, those] = [readingsOf(one), readingsOf(other)];
  if (these.length === 0 || those.length === 0) return true;
  return these.some((here) => those.some((there) => agree(here, there)));
}

/** Two moments of one day, or midnight in two zones, lie less than a day apart. */
function agree(one: Span, other: Span): boolean {
  const between = one.isTimed || other.isTimed ? dayLength - 1 : 0;
  return one.first <= other.last + between && other.first <= one.last + between;
}

/** Of 03/04/2029 nobody knows which is the month. */
function readingsOf(text: string): readonly Span[] {
  if (/^\d{10}$|^\d{13}$/.test(text)) return [momentAt(Number(text.padEnd(13, '0')))];
  const isTimed = /\d:\d|\dT\d|Z$/i.test(text);
  const span = (year = '', month = '', day?: string) => ({ ...spanOf(Number(year), Number(month), day), isTimed });
  const iso = /^\d\d(\d\d)-?(\d\d)(?:-?(\d\d))?(?!\d)/.exec(text);
  if (iso) {
    const moment = isTimed ? Date.parse(hasZone.test(text) ? text : `${text}Z`) : Number.NaN;
    return [Number.isNaN(moment) ? span(iso[1], iso[2], iso[3]) : momentAt(moment)];
  }
  const short = /^(\d\d)[/.-]?(?:\d\d)?(\d\d)$/.exec(text);
  if (short) return [span(short[2], short[1])];
  const long = /^(\d\d?)[/. -](\d\d?)[/. -](?:\d\d)?(\d\d)(?!\d)/.exec(text);
  if (long) {
    const [, one, other, year] = long;
    return [
      ...(Number(one) <= 12 ? [span(year, one, other)] : []),
      ...(Number(other) <= 12 ? [span(year, other, one)] : []),
    ];
  }
  const month = monthNames.findIndex((name) => text.toLowerCase().includes(name));
  const [, year] = /\d\d(\d\d)/.exec(text) ?? [];
  const [day] = /(?<!\d)\d\d?(?!\d)/.exec(text) ?? [];
  return month < 0 || year === undefined ? [] : [span(year, String(month + 1), day)];
}

const hasZone = /Z$|[+-]\d\d:?\d\d$/i;

const momentAt = (moment: number): Span => ({ first: moment, last: moment, isTimed: true });

/** `year`: its last two digits. */
function spanOf(year: number, month: number, day?: string): Pick<Span, 'first' | 'last'> {
  const first = Date.UTC(2000 + year, month - 1, Number(day ?? 1));
  return { first, last: (day === undefined ? Date.UTC(2000 + year, month, 1) : first + dayLength) - 1 };
}
