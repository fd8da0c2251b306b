// The profile that a run's settings name.
import { defaultProfile, loadProfile, type Profile } from '../../target/profile.ts';
import { nothing } from '../../target/profile-settling.ts';
import type { Settings } from './settings.ts';

export function profileOf({ target, profile: path, safe }: Settings): Profile {
  const options = target === undefined ? {} : { url: target };
  const profile = path === undefined ? defaultProfile(process.env, options) : loadProfile(path, process.env, options);
  return safe ? { ...profile, allow: nothing } : profile;
}
