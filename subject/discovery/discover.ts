// Finds out what a profile leaves to be discovered: asks the target, and concludes only from the effects of what it asks.
import { type Api, UnexpectedAnswer, UnknownName } from '../api.ts';
import { declaredNames, type Knowledge, known, type Names } from '../names.ts';
import { type Open, type OpenBody, openBodies, type Stated } from '../profile/profile.ts';
import { type FailedLogin, SessionLost } from '../session/session.ts';
import { createAsking } from './asking.ts';
import { expandNames, includeNames, sortNames, statusNames, typeNames } from './candidates.ts';
import { hasLimits, type Listed, lookAt, missing, promising, type SeenCard, seenCards, seenWallets } from './cards.ts';
import { discoverBody } from './finders/bodies.ts';
import { discoverExpansion } from './finders/expansions.ts';
import { discoverFilter } from './finders/filters.ts';
import { discoverPaging } from './finders/paging.ts';
import { discoverSessionsPerUser } from './finders/sessions.ts';
import { discoverSignToken } from './finders/sign-token.ts';
import { discoverSmsField } from './finders/sms.ts';
import { discoverSort } from './finders/sort.ts';
import { discoverUnknownParameters } from './finders/unknown-parameters.ts';

/** Plain data without secrets: what one process found serves all workers of a run. */
export interface Discovery {
  readonly names: Names;
  /** The cards that the profile names, otherwise those of the user whose session was used. */
  readonly cards: Knowledge<readonly SeenCard[]>;
  /** UUIDs. */
  readonly wallets: Knowledge<readonly string[]>;
  /** Drafts of the profile that are signed by now. */
  readonly spentDrafts: readonly string[];
  /** How many requests it took. */
  readonly requests: number;
}

export type DiscoveryOutcome = { readonly kind: 'discovered'; readonly discovery: Discovery } | FailedLogin;

const statuses = ['ACTIVE', 'BLOCKED', 'CLOSED', 'ORDERED', 'DISPATCHED', 'PROCESS'];
const legacyStatuses = statuses.filter((status) => status !== 'PROCESS');
const types = ['ChipAndPin', 'Virtual', 'Disposable'];
const expansions = ['currency', 'card', 'merchant', 'cardholder', 'files', 'currencyExchange'];
const limits = 'limits';
/** Needed to find out how several are asked for at once, and where no card shows its limits. */
const secrets = ['phone3ds', 'number', 'cvv', 'password', 'pin'];

export async function discover(api: Api): Promise<DiscoveryOutcome> {
  const login = await api.login();
  if (login.kind !== 'loggedIn') return login;
  const before = api.sent;
  try {
    const discovery = await lookAround(api);
    return { kind: 'discovered', discovery: { ...discovery, requests: api.sent - before } };
  } catch (error) {
    if (error instanceof SessionLost) return error.login;
    throw error;
  }
}

async function lookAround(plain: Api): Promise<Omit<Discovery, 'requests'>> {
  const { open, fixtures, allow } = plain.profile;
  const said = declaredNames(open);

  const unknownParameters = await unlessStated(open.unknownParameters, () =>
    discoverUnknownParameters(createAsking(plain)),
  );
  const paging = await unlessStated(open.paging, async () => {
    const asking = createAsking(plain);
    const first = await asking.ask('listCards');
    return first.kind === 'items' ? discoverPaging(asking, first) : missing(first);
  });

  const sessionsPerUser = await unlessStated(open.sessionsPerUser, () => discoverSessionsPerUser(plain));

  // With these names known, the API reads all pages of lists, and renews a session that another login has ended.
  const api = plain.withNames({ ...said, paging, sessionsPerUser });
  const asking = createAsking(api);
  const [current, legacy] = await Promise.all([lookAt(asking, 'listCards'), lookAt(asking, 'listCardsV1')]);
  const control = known(unknownParameters);

  const filter =
    (listed: Listed, member: 'status' | 'type', values: readonly string[], names: readonly string[]) => () =>
      onList(listed, (list) => discoverFilter(asking, { ...list, member, values, names, unknownParameters: control }));
  const sorting = (listed: Listed, names: readonly string[]) => () =>
    onList(listed, (list) => discoverSort(asking, { ...list, names, unknownParameters: control }));

  // Each list is likely to use the names of the other.
  const statusFilter = await unlessStated(
    open.statusFilter,
    filter(current, 'status', statuses, headedBy(said.statusFilterV1, statusNames)),
  );
  const typeFilter = await unlessStated(
    open.typeFilter,
    filter(current, 'type', types, headedBy(said.typeFilterV1, typeNames)),
  );
  const sort = await unlessStated(open.sort, sorting(current, headedBy(said.sortV1, sortNames)));
  const statusFilterV1 = await unlessStated(
    open.statusFilterV1,
    filter(legacy, 'status', legacyStatuses, headedBy(statusFilter, statusNames)),
  );
  const typeFilterV1 = await unlessStated(
    open.typeFilterV1,
    filter(legacy, 'type', types, headedBy(typeFilter, typeNames)),
  );
  const sortV1 = await unlessStated(open.sortV1, sorting(legacy, headedBy(sort, sortNames)));

  const { drafts, cancellable, notCancellable, others } = fixtures.payments;
  const expand = await unlessStated(open.expand, () =>
    discoverExpansion(asking, {
      read: 'readPayment',
      ids: [...others, ...notCancellable, ...cancellable, ...drafts],
      members: expansions,
      names: expandNames,
      hints: ['cardMaskedNumber', 'currencyExchangeId'],
      lacking: 'no payment is known; name some under fixtures.payments',
    }),
  );
  const include = await unlessStated(open.include, () =>
    onList(legacy, async ({ all }) => {
      const question = {
        read: 'readCardV1',
        members: !allow.readCredentials ? [limits] : all.some(hasLimits) ? [limits, ...secrets] : [...secrets, limits],
        names: includeNames,
        lacking: 'the v1 card list shows no card',
      } as const;
      const byUuid = await discoverExpansion(asking, { ...question, ids: promising(all) });
      if (byUuid.kind !== 'undecided') return byUuid;
      // Version 1 may accept only the number of a card.
      return discoverExpansion(asking, { ...question, ids: promising(all, 'id') });
    }),
  );

  const cards = current.kind === 'listed' ? current.all : [];
  const smsField = await unlessStated(open.smsField, () => discoverSmsField(api, cards));
  const bodies: Partial<Record<OpenBody, Names['bodies'][OpenBody]>> = {};
  for (const id of openBodies) {
    bodies[id] = await unlessStated(open.bodies[id], () => discoverBody(api, id, promising(cards)[0]));
  }
  let spentDrafts: readonly string[] = [];
  const signToken = await unlessStated(open.signToken, async () => {
    const { knowledge, spent } = await discoverSignToken(api);
    if (spent !== undefined) spentDrafts = [spent];
    return knowledge;
  });
  return {
    names: {
      ...said,
      ...{ unknownParameters, paging, sessionsPerUser, smsField, signToken, expand, include },
      ...besideEachOther(open, { statusFilter, statusFilterV1 }),
      ...besideEachOther(open, { typeFilter, typeFilterV1 }),
      ...besideEachOther(open, { sort, sortV1 }),
      bodies: bodies as Names['bodies'],
    },
    cards: seenCards(current),
    wallets: await unlessStated(fixtures.wallets, async () => seenWallets(current)),
    spentDrafts,
  };
}

/** Looks only for what the profile neither declares nor leaves unknown. */
async function unlessStated<Value>(
  stated: Stated<Value>,
  find: () => Promise<Knowledge<Value>>,
): Promise<Knowledge<Value>> {
  if (stated.kind === 'declared') return stated;
  if (stated.kind === 'unknown') return { kind: 'unknown', because: 'it was not looked for' };
  try {
    return await find();
  } catch (error) {
    // One broken answer must not stop the rest of the discovery.
    if (error instanceof UnexpectedAnswer || error instanceof UnknownName)
      return { kind: 'undecided', because: error.message };
    throw error;
  }
}

const onList = async <Value>(
  listed: Listed,
  find: (list: Extract<Listed, { kind: 'listed' }>) => Promise<Knowledge<Value>>,
): Promise<Knowledge<Value>> => (listed.kind === 'missing' ? listed.knowledge : find(listed));

/** Both card lists have the same filters and sort. Where a name works on one list only, the reason given for the other says so. */
function besideEachOther<Key extends ListName>(
  open: Open,
  names: Readonly<Record<Key, Knowledge<string>>>,
): typeof names {
  const keys = Object.keys(names) as Key[];
  const told = keys.map((key, place): [Key, Knowledge<string>] => {
    const [mine, name] = [names[key], known(names[keys[1 - place]!])];
    if (mine.kind !== 'unknown' || open[key].kind === 'unknown' || name === undefined) return [key, mine];
    const because = `${mine.because}, nor had ?${name}, its name on the other list; open.${key}: ${name} would hold this list to it`;
    return [key, { kind: 'unknown', because }];
  });
  return Object.fromEntries(told) as typeof names;
}

type ListName = 'statusFilter' | 'typeFilter' | 'sort' | 'statusFilterV1' | 'typeFilterV1' | 'sortV1';

function headedBy(knowledge: Knowledge<string>, names: readonly string[]): readonly string[] {
  const likely = known(knowledge);
  return likely === undefined ? names : [likely, ...names.filter((name) => name !== likely)];
}
