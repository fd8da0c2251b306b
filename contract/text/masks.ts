// Masked card numbers. The specification says only for the card how its number is masked, and how many digits show.

/** Whether the digits that both show at the beginning and at the end are the same. */
export function showSameDigits(one: string, other: string): boolean {
  const [oneFirst, otherFirst] = [one, other].map((mask) => /^\d*/.exec(mask)![0]) as [string, string];
  const [oneLast, otherLast] = [one, other].map((mask) => /\d*$/.exec(mask)![0]) as [string, string];
  return (
    (oneFirst.startsWith(otherFirst) || otherFirst.startsWith(oneFirst)) &&
    (oneLast.endsWith(otherLast) || otherLast.endsWith(oneLast))
  );
}
