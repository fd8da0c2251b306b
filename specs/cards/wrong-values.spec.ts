// Filter and sort values that do not exist (Endpoints / Cards; Errors, rule 5).
import type { RequirementId } from '../../contract/requirements.ts';
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { succeeded } from '../../subject/answers.ts';
import { isKnown, type OpenValues } from '../../subject/names.ts';
import { current, legacy, type Version } from './support/card.ts';

type Parameter = 'statusFilter' | 'typeFilter' | 'sort';

const right: Readonly<Record<Parameter, string>> = { statusFilter: 'ACTIVE', typeFilter: 'Virtual', sort: 'id' };

/** Nothing that a forgiving reading could take for a right value: no other case, no blanks, no list; the last has a Cyrillic letter. */
const wrong: Readonly<Record<Parameter, readonly string[]>> = {
  statusFilter: ['NO_SUCH_STATUS', 'ACTIVEX', 'Virtual', '\u0410CTIVE'],
  typeFilter: ['NoSuchType', 'VirtualX', 'ACTIVE', 'Virtu\u0430l'],
  sort: ['noSuchField', '-noSuchField', '--id', 'idx', '\u0456d'],
};

requires('CARD-21', current, 'statusFilter');
requires('CARD-22', current, 'typeFilter');
requires('CARD-23', current, 'sort');
requires('LEG-24', legacy, 'statusFilter', ['PROCESS']);
requires('LEG-25', legacy, 'statusFilter');
requires('LEG-25', legacy, 'typeFilter');
requires('LEG-26', legacy, 'sort');

function requires(id: RequirementId, version: Version, parameter: Parameter, values = wrong[parameter]): void {
  requirement(id, parameter, async (check) => {
    for (const others of companyOf(check, version, parameter)) {
      const ask = (value: string) => check.api.call(version.list, { open: { ...others, [parameter]: value } });
      if (!succeeded(await ask(right[parameter])))
        check.untested(`the twin with ${right[parameter]}, which is refused`);
      for (const value of values) expect(await ask(value)).toBeRefused(400);
    }
  });
}

/** The parameter alone, and beside right values of the others that have a name. */
function companyOf({ api }: Check, version: Version, parameter: Parameter): readonly OpenValues[] {
  const suffix = version === legacy ? 'V1' : '';
  const others = (['statusFilter', 'typeFilter', 'sort'] as const).filter(
    (other) => other !== parameter && isKnown(api.names[`${other}${suffix}`]),
  );
  return [{}, ...others.map((other) => ({ [other]: right[other] }))];
}
