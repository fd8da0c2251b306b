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

interface Run {
  /** `CARD-03 to CARD-09`, or what is too short for a range: `CARD-14`, `CARD-14, CARD-15`. */
  readonly text: string;
  readonly count: number;
}

/** Consecutive numbers are joined; they are in order already. */
export function idRuns(members: readonly { readonly id: string }[]): readonly Run[] {
  const runs: string[][] = [];
  for (const { id } of members) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last !== undefined && followedBy(last, id)) run.push(id);
    else runs.push([id]);
  }
  return runs.map((run) => ({
    text: run.length > 2 ? `${run[0]} to ${run.at(-1)}` : run.join(', '),
    count: run.length,
  }));
}

function followedBy(id: string, next: string): boolean {
  const [[area, count], [nextArea, nextCount]] = [id.split('-'), next.split('-')];
  return area === nextArea && Number(count) + 1 === Number(nextCount);
}
