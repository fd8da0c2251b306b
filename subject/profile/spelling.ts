// Finds what somebody most likely meant to write, for "did you mean".

/** The known word nearest to a misspelt one; undefined when none is near enough to be helpful. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(plain(word), plain(candidate)) }))
    .sort((one, other) => one.distance - other.distance);
  const best = ranked[0];
  if (best === undefined) return undefined;
  const bearable = Math.max(1, Math.floor(Math.max(word.length, best.candidate.length) / 3));
  return best.distance <= bearable ? best.candidate : undefined;
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from one word to another. */
export function editDistance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row++) {
    const above = rows[row - 1]!;
    const line = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let least = Math.min(above[column]! + 1, line[column - 1]! + 1, above[column - 1]! + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) least = Math.min(least, rows[row - 2]![column - 2]! + 1);
      line.push(least);
    }
    rows.push(line);
  }
  return rows[from.length]![to.length]!;
}
