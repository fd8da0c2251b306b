// Replays a recording to an address within the test's own process.
import { createRedaction } from '../../exchange/redaction/redaction.ts';
import { createFilter, type Filtering } from '../../replay/plan/filter.ts';
import { makePlan } from '../../replay/plan/make.ts';
import type { Plan } from '../../replay/plan/plan.ts';
import type { Tempo } from '../../replay/run/dispatch.ts';
import { replay } from '../../replay/run/replay.ts';
import { ontoAnother } from '../../replay/shape/onto.ts';
import { resultOf } from '../../replay/verdict/decide.ts';
import type { DifferenceGroup, Excuse, ReplayResult } from '../../replay/verdict/result.ts';
import { declaredNames } from '../../subject/names.ts';
import { openingsForTraffic } from '../../subject/openings.ts';
import { defaultProfile, loadProfile, type Profile, type UserName } from '../../subject/profile/profile.ts';
import { redactionOf } from '../../subject/profile/secrets-of.ts';

export interface Replaying {
  readonly url: string;
  readonly recordings: readonly string[];
  readonly profile?: Profile;
  readonly plan?: Plan;
  readonly users?: Readonly<Record<string, UserName>>;
  readonly tempo?: Partial<Tempo>;
  readonly loops?: number;
  readonly filtering?: Filtering;
  readonly signal?: AbortSignal;
  readonly slower?: number;
  /** Replays onto another data set; the profile is that of the recorded server. */
  readonly shape?: { readonly recorded?: Profile };
  readonly load?: true;
  readonly isBaseline?: true;
  readonly excuse?: (group: DifferenceGroup) => Excuse | undefined;
}

export const referenceProfile = (url: string): Profile => loadProfile('reference/profile.yaml', process.env, { url });

const wishesOf = ({ users, shape }: Replaying) => ({
  ...(users && { users }),
  ...(shape?.recorded && { recorded: shape.recorded }),
});

export const replayed = async (asked: Replaying): Promise<ReplayResult> => {
  const profile = asked.profile ?? referenceProfile(asked.url);
  const plan = asked.plan ?? (await makePlan(asked.recordings, profile, wishesOf(asked)));
  const tempo: Tempo = { speed: 'asap', concurrency: 16, copies: 1, ...asked.tempo };
  const { recordings, signal = new AbortController().signal, loops = 1, filtering = {} } = asked;
  const onto = asked.shape && (await ontoAnother(recordings, plan, profile, asked.shape.recorded));
  const played = await replay({
    recordings,
    plan,
    profile,
    openings: { ...openingsForTraffic(profile, declaredNames(profile.open)), seesCredentials: true },
    tempo,
    loops,
    filter: createFilter(filtering, plan),
    redaction: createRedaction(redactionOf(profile)),
    signal,
    ...(onto && { onto }),
    ...(asked.load && { asLoad: true }),
    ...(asked.isBaseline && { isBaseline: true }),
  });
  const { shard } = filtering;
  return resultOf(played, {
    target: profile.url,
    recordings,
    plan,
    tempo,
    ...(shard && { shard }),
    ...(asked.shape && { compared: 'shape' as const }),
    ...(asked.slower !== undefined && { slower: asked.slower }),
    excuse: asked.excuse ?? (() => undefined),
  });
};

/** The differences without an excuse, one line each. */
export const leftOver = ({ differences }: ReplayResult): string[] =>
  differences
    .filter(({ excuse }) => excuse === undefined)
    .map(({ operation, field, kind }) => `${operation} ${field === '' ? 'body' : field} ${kind}`)
    .sort();

/** A profile with one user and nothing declared. */
export const profileOf = (url: string): Profile =>
  defaultProfile({ ASSAY_USERNAME: 'u@example.com', ASSAY_PASSWORD: 'made-up' }, { url });
