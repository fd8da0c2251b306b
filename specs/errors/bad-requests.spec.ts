// The shape of a 400 where the specification gives one (Errors / rule 5).
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { statusOf } from '../../subject/answers.ts';
import type { Call } from '../../subject/api.ts';
import { isKnown } from '../../subject/names.ts';

requirement(
  'ERR-04',
  'a 400 has the standard error shape, or a validation shape on the token endpoints and where the row lists no 400',
  async (check) => {
    const exchanges = await inParallel(await malformed(check), ([id, call]) => check.api.call(id, call));
    if (!exchanges.some((exchange) => statusOf(exchange) === 400)) check.untested('an answer with 400');
  },
);

type Malformed = readonly ['listCards' | 'listCardsV1' | 'readCardCredentials', Call];

const filters = ['statusFilter', 'typeFilter', 'sort'] as const;
const wrongValues = ['NO_SUCH_VALUE', 'ACTIVE,NO_SUCH_VALUE', '-noSuchField', ''];
const wrongBodies = [
  '{"fields":["cvv"',
  '{"fields":[]}',
  '{"fields":["no-such-field"]}',
  '{"fields":"cvv"}',
  '{}',
  '[]',
  '',
];

async function malformed({ api }: Check): Promise<readonly Malformed[]> {
  const lists = (
    [
      ['listCards', ''],
      ['listCardsV1', 'V1'],
    ] as const
  ).flatMap(([id, suffix]) =>
    filters
      .filter((filter) => isKnown(api.names[`${filter}${suffix}`]))
      .flatMap((filter) => wrongValues.map((value): Malformed => [id, { open: { [filter]: value } }])),
  );
  const [card] = await api.cards.list();
  if (card === undefined) return lists;
  const path = { id: String(card.id) };
  const type = 'application/json';
  return [
    ...lists,
    ...wrongBodies.map((content): Malformed => ['readCardCredentials', { path, raw: { type, content } }]),
  ];
}
