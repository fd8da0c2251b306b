// The profile that the options of a command name.
import { defaultProfile, loadProfile, type Profile } from '../../subject/profile/profile.ts';

/** Throws a `ProfileError`. */
export function profileFrom({ target, profile }: { readonly target?: string; readonly profile?: string }): Profile {
  const named = target === undefined ? {} : { url: target };
  return profile === undefined ? defaultProfile(process.env, named) : loadProfile(profile, process.env, named);
}
