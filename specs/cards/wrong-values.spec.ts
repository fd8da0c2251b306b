// Filter and sort values that do not exist (Endpoints / Cards; Errors, rule 5).
import type { RequirementId } from '../../contract/requirements.ts';
import { akinTo } from '../../generators/values/akin.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement, type Sentence } from '../../harness/declare/requirement.ts';
import { succeeded } from '../../subject/answers.ts';
import { isKnown, type OpenValues } from '../../subject/names.ts';
import { current, legacy, types, type Version } from './support/card.ts';

type Parameter = 'statusFilter' | 'typeFilter' | 'sort';

const right: Readonly<Record<Parameter, string>> = { statusFilter: 'ACTIVE', typeFilter: 'Virtual', sort: 'id' };

/** A target may read these numbers as positions in an enum. */
const ordinals = ['0', '1', '3'];

/** Every JavaScript object has members of these names, so a lookup of words in an object finds them. */
const inherited = ['constructor', 'toString'];

/**
 * Even a lenient target cannot take these for a right value: none is one in other case, with blanks, or in a list. One of each has a Cyrillic
 * letter. Those for `sort` end with members of a card.
 */
const wrong: Readonly<Record<Parameter, readonly string[]>> = {
  statusFilter: [
    'NO_SUCH_STATUS',
    'ACTIVEX',
    'Virtual',
    '\u0410CTIVE',
    ...akinTo(current.statuses),
    ...ordinals,
    ...inherited,
  ],
  typeFilter: ['NoSuchType', 'VirtualX', 'ACTIVE', 'Virtu\u0430l', ...akinTo(types), ...ordinals, ...inherited],
  sort: ['noSuchField', '-noSuchField', '--id', 'idx', '\u0456d', 'status', 'type', 'uuid', '-updatedAt', ...inherited],
};

refuses('CARD-21', 'a status filter value outside the six gives 400', current, 'statusFilter');
refuses('CARD-22', 'a type filter value outside the three gives 400', current, 'typeFilter');
refuses('CARD-23', 'a sort value other than id and -id gives 400', current, 'sort');
refuses('LEG-24', 'PROCESS as a v1 status filter gives 400', legacy, 'statusFilter', ['PROCESS']);
refuses('LEG-25', 'a v1 status or type filter value outside its set gives 400', legacy, 'statusFilter');
refuses('LEG-25', 'a v1 status or type filter value outside its set gives 400', legacy, 'typeFilter');
refuses('LEG-26', 'a v1 sort value other than id and -id gives 400', legacy, 'sort');

function refuses<Id extends RequirementId, Text extends string>(
  id: Id,
  says: Sentence<Id, Text>,
  version: Version,
  parameter: Parameter,
  values = wrong[parameter],
): void {
  requirement(id, says, parameter, async (check) => {
    for (const others of valuesBeside(check, version, parameter)) {
      const ask = (value: string) => check.api.call(version.list, { open: { ...others, [parameter]: value } });
      if (!succeeded(await ask(right[parameter])))
        check.untested(`the twin with ${right[parameter]}, which is refused`);
      await inParallel(values, async (value) => expect(await ask(value)).toBeRefused(400));
      // The meaning of an empty value is not stated; the judge sees whether it is answered.
      await ask('');
    }
  });
}

/** The other values that are sent: first none, then a right value of each other parameter with a known name. */
function valuesBeside({ api }: Check, version: Version, parameter: Parameter): readonly OpenValues[] {
  const suffix = version === legacy ? 'V1' : '';
  const others = (['statusFilter', 'typeFilter', 'sort'] as const).filter(
    (other) => other !== parameter && isKnown(api.names[`${other}${suffix}`]),
  );
  return [{}, ...others.map((other) => ({ [other]: right[other] }))];
}
