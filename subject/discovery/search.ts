// Searches candidate names for the right one, with few requests: one request may rule out many names.

/** How many of the likeliest names are tried one by one before the others are tried together. */
const alone = 2;

/**
 * The first candidate that `trial` accepts. `without` says whether all of the given candidates together have no effect;
 * it is asked only where unknown parameters do no harm (`together`).
 */
export async function firstThat<Candidate, Found>(
  candidates: readonly Candidate[],
  trial: (candidate: Candidate) => Promise<Found | undefined>,
  together?: (candidates: readonly Candidate[]) => Promise<'no effect' | 'some effect'>,
): Promise<Found | undefined> {
  for (const candidate of candidates.slice(0, alone)) {
    const found = await trial(candidate);
    if (found !== undefined) return found;
  }
  return among(candidates.slice(alone), trial, together);
}

async function among<Candidate, Found>(
  candidates: readonly Candidate[],
  trial: (candidate: Candidate) => Promise<Found | undefined>,
  together?: (candidates: readonly Candidate[]) => Promise<'no effect' | 'some effect'>,
): Promise<Found | undefined> {
  const [only] = candidates;
  if (only === undefined) return undefined;
  if (candidates.length === 1) return trial(only);
  if (together && (await together(candidates)) === 'no effect') return undefined;
  const middle = together ? Math.ceil(candidates.length / 2) : 1;
  return (
    (await among(candidates.slice(0, middle), trial, together)) ??
    (await among(candidates.slice(middle), trial, together))
  );
}
