// How deep a run goes: how much is generated, and how long a limit is probed.
export const depths = ['quick', 'standard', 'deep'] as const;

export type Depth = (typeof depths)[number];
