// The profile that a run's settings name.
import { defaultProfile, loadProfile, type Profile } from '../../target/profile.ts';
import type { Settings } from './settings.ts';

export function profileOf({ target, profile }: Settings): Profile {
  const options = target === undefined ? {} : { url: target };
  return profile === undefined ? defaultProfile(process.env, options) : loadProfile(profile, process.env, options);
}
