// A framework may drop a field of an unexpected type before the operation sees it.

import { saysNothing } from '../../../contract/presence.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { observeLeftOut } from '../../../harness/assert/left-out.ts';
import type { Case } from '../../../harness/assert/property.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { type Created, create, createdIn, isShown, kindsFor, shownBy } from '../../../harness/prepare/beneficiaries.ts';
import { type Fields, jsonOf, within } from '../../../subject/answers.ts';

/** True if another beneficiary of the same kind is accepted without the field, unless the field then shows only where it was sent. */
export async function isLeftOut(check: Check, { defect, sent }: Case, exchange: Exchange): Promise<boolean> {
  if (defect?.breaks !== 'type' || !/^(object|array)$/.test(defect.by)) return false;
  const created = createdIn(exchange);
  const name = defect.field.slice(1);
  const members = membersOf(sent.json as Fields);
  const [other] = kindsFor(check)
    .flatMap((kind) => kind.sample())
    .filter((fields) => membersOf(fields) === members);
  if (created === undefined || other === undefined) return false;
  const { [name]: _left, ...fields } = other;
  const without = createdIn(await create(check, fields));
  if (without === undefined) return false;
  if ((await shows(check, created, name)) && !(await shows(check, without, name))) return false;
  observeLeftOut(check, name);
  return true;
}

async function shows(check: Check, { uuid, id }: Created, name: string): Promise<boolean> {
  const shown = await shownBy(check, [uuid, id]);
  return isShown(shown) && !saysNothing(within(jsonOf(shown), name));
}

const membersOf = (fields: Fields): string => Object.keys(fields).sort().join();
