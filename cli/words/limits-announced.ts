// How much the probing of the limits will send at most, printed before it begins.
import { profileOf } from '../../harness/profile-of.ts';
import type { Settings } from '../../harness/settings.ts';
import { boundsOf, budgetLine, checksOfDeclared, expectedOf, isTooQuick, otherChecks } from '../../load/budget.ts';
import { lackingFor, limitedOperations, mayLoad } from '../../load/limited-call.ts';
import { declaredNames } from '../../subject/names.ts';
import { lineOf } from '../../subject/profile/snippets.ts';

export function limitsAnnounced(settings: Settings): readonly string[] {
  const profile = profileOf(settings);
  if (!mayLoad(profile))
    return [`${profile.url} is not loaded: its profile does not allow it. Missing there: ${lineOf('allow.load')}`];
  if (isTooQuick(settings.depth)) return ['No limit is probed: that takes --depth standard.', ...checksOfDeclared];
  const { rateLimits } = profile.declares;
  const names = settings.found?.names ?? declaredNames(profile.open);
  const probes = limitedOperations.map((id) =>
    budgetLine(id, boundsOf(expectedOf(id, rateLimits[id]), settings.depth), lackingFor(id, profile, names)),
  );
  return [...probes, ...otherChecks];
}
