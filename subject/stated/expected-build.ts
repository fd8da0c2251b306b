// Whether the target is the expected build: asked before a run and once more after it.
import type { Profile } from '../profile/profile.ts';
import { askForBuild, type Build } from './build.ts';

type Expected =
  /** `build`: absent when the user states none and the target tells none. */
  { readonly kind: 'known'; readonly build?: Build } | { readonly kind: 'contradicted'; readonly because: string };

/** Prefers the digest that the target tells; one that contradicts the stated digest is an error. */
export async function expectedBuild(profile: Profile, claimed: Build | undefined): Promise<Expected> {
  if (profile.build === undefined) return { kind: 'known', ...(claimed && { build: claimed }) };
  const echo = await askForBuild(profile, profile.build);
  if (echo.kind === 'unsaid') {
    if (claimed === undefined) return { kind: 'known' };
    return contradicted(`${profile.url} does not say which build it is: ${echo.because}`);
  }
  const { build } = echo;
  if (claimed === undefined || claimed.digest === build.digest) return { kind: 'known', build };
  return contradicted(`${profile.url} says that it is the build ${build.digest}, and not ${claimed.digest}`);
}

/** A target may be replaced while it is tested; then nobody knows which build gave which answer. */
export async function changedSince(profile: Profile, before: Build | undefined): Promise<string | undefined> {
  if (profile.build === undefined || before?.origin !== 'echoed') return undefined;
  const echo = await askForBuild(profile, profile.build);
  if (echo.kind === 'unsaid') return `at the end the target did not say any more which build it is: ${echo.because}`;
  const { digest } = echo.build;
  return digest === before.digest
    ? undefined
    : `the target was the build ${before.digest} at the start and ${digest} at the end`;
}

const contradicted = (because: string): Expected => ({ kind: 'contradicted', because });
