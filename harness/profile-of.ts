// The profile that a run's settings name.
import { defaultProfile, loadProfile, type Profile } from '../subject/profile/profile.ts';
import type { Settings } from './settings.ts';

export function profileOf({ target, profile, receiver, share }: Settings): Profile {
  const options = target === undefined ? {} : { url: target };
  const named =
    profile === undefined ? defaultProfile(process.env, options) : loadProfile(profile, process.env, options);
  const place = named.allow.webhookReceiver;
  const here = receiver !== undefined && place && { webhookReceiver: { ...place, port: receiver } };
  return { ...named, allow: { ...named.allow, ...share, ...here } };
}
