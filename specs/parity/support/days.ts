// The day or month until which a card is valid. How one is written is not shown, so that each version may write it in its own way.

interface Day {
  /** Its last two digits. */
  readonly year: number;
  readonly month: number;
  readonly day?: number;
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Whether both are the same text, or may tell the same month, and day where both tell one. */
export function maySameDay(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  return readingsOf(one).some((here) => readingsOf(other).some((there) => agree(here, there)));
}

const agree = (one: Day, other: Day): boolean =>
  one.year === other.year &&
  one.month === other.month &&
  (one.day === undefined || other.day === undefined || one.day === other.day);

/** Of 03/04/2029 nobody knows which is the month. */
function readingsOf(text: string): readonly Day[] {
  const iso = /^\d\d(\d\d)-?(\d\d)(?:-?(\d\d))?(?!\d)/.exec(text);
  if (iso) return [dayOf(iso[1], iso[2], iso[3])];
  const short = /^(\d\d)[/.-]?(?:\d\d)?(\d\d)$/.exec(text);
  if (short) return [dayOf(short[2], short[1])];
  const long = /^(\d\d?)[/. -](\d\d?)[/. -](?:\d\d)?(\d\d)(?!\d)/.exec(text);
  if (long) return [dayOf(long[3], long[1], long[2]), dayOf(long[3], long[2], long[1])];
  const month = monthNames.findIndex((name) => text.toLowerCase().includes(name));
  const [, year] = /\d\d(\d\d)/.exec(text) ?? [];
  const [day] = /(?<!\d)\d\d?(?!\d)/.exec(text) ?? [];
  return month < 0 || year === undefined ? [] : [dayOf(year, String(month + 1), day)];
}

const dayOf = (year = '', month = '', day?: string): Day => ({
  year: Number(year),
  month: Number(month),
  ...(day !== undefined && { day: Number(day) }),
});
