// How requirements are grouped for a reader: by the area of their id, and by the reason of their verdict.

export interface Area {
  /** The letters before the number, as `--only` takes them. */
  readonly code: string;
  readonly name: string;
}

const areas: readonly Area[] = [
  { code: 'SESS', name: 'Sessions' },
  { code: 'MFA', name: 'Multi-factor codes' },
  { code: 'AUTH', name: 'Authentication' },
  { code: 'CARD', name: 'Cards' },
  { code: 'LEG', name: 'Legacy cards' },
  { code: 'PAR', name: 'Parity of versions' },
  { code: 'PAY', name: 'Payments' },
  { code: 'BEN', name: 'Beneficiaries' },
  { code: 'MEM', name: 'Members' },
  { code: 'HOOK', name: 'Webhooks' },
  { code: 'EVT', name: 'Event deliveries' },
  { code: 'ERR', name: 'Errors' },
  { code: 'RATE', name: 'Rate limits' },
  { code: 'VER', name: 'Versions' },
];

const knownAreas: ReadonlyMap<string, Area> = new Map(areas.map((area) => [area.code, area]));

export function areaOfId(id: string): Area {
  const code = id.replace(/-\d+$/, '');
  return knownAreas.get(code) ?? { code, name: code };
}

export interface Group<Key, Member> {
  readonly key: Key;
  readonly members: readonly Member[];
}

/** Sorted in the order of the areas; unknown areas come last. */
export function byArea<Member extends { readonly id: string }>(members: readonly Member[]): Group<Area, Member>[] {
  const place = ({ key }: Group<string, Member>) =>
    areas.findIndex(({ code }) => code === key) >>> 0; /* an unknown area's -1 becomes the greatest place */
  return groupedBy(members, ({ id }) => areaOfId(id).code)
    .sort((one, other) => place(one) - place(other))
    .map(({ key, members }) => ({ key: areaOfId(`${key}-0`), members }));
}

/** One group for each reason; the one with most members comes first. */
export const byReason = <Member extends { readonly reason?: string }>(
  members: readonly Member[],
): Group<string, Member>[] =>
  groupedBy(members, ({ reason = 'no reason was given' }) => reason).sort(
    (one, other) => other.members.length - one.members.length,
  );

export function groupedBy<Member>(
  members: readonly Member[],
  keyOf: (member: Member) => string,
): Group<string, Member>[] {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    const key = keyOf(member);
    const group = groups.get(key);
    if (group) group.push(member);
    else groups.set(key, [member]);
  }
  return [...groups].map(([key, members]) => ({ key, members }));
}
