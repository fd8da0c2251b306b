// Faults of reading beneficiaries and of their ids.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { refused, unknownResource } from '../../errors.ts';
import type { Around } from '../../http/seams.ts';
import { edited, editing, fieldOf, type Loose, withParameters } from '../edits.ts';
import { fault } from '../fault.ts';
import { sending } from './edits.ts';

const byDigitsInFront: Around = (next, call) => {
  const [digits] = /^\d+(?=\D+$)/.exec(call.parameters.id ?? '') ?? [];
  return next(digits === undefined ? call : withParameters(call, { id: digits }));
};

export const reading = [
  fault('beneficiary-city-cut', {
    breaks: 'BEN-43',
    does: 'keeps the first 32 characters of a city',
    ...sending(({ city }) => (typeof city === 'string' && city.length <= 64 ? { city: city.slice(0, 32) } : {})),
  }),
  fault('beneficiary-rare-letters-lost', {
    breaks: 'BEN-43',
    does: 'keeps a question mark for each letter that takes four bytes',
    ...sending(({ last_name: name }) =>
      typeof name === 'string' ? { last_name: name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?') } : {},
    ),
  }),
  fault('beneficiary-of-the-later-creation', {
    breaks: 'BEN-43',
    does: 'answers the ids of the latest beneficiary when several are created at once',
    around: {
      createBeneficiary: async (next, call, { notes }) => {
        const answer = await next(call);
        const { data } = answer.body as Loose;
        if (!data) return answer;
        notes.set('latest', data);
        await pause(20);
        return edited(answer, (body) => {
          body.data = notes.get('latest');
        });
      },
    },
  }),
  fault('beneficiaries-at-once-share-number', {
    breaks: 'BEN-43',
    does: 'answers one id, beside UUIDs of their own, for those that are created within a moment',
    around: {
      createBeneficiary: async (next, call, { notes }) =>
        edited(await next(call), ({ data }) => {
          if (!data) return;
          const latest = notes.get('latest number') as { id: number; until: number } | undefined;
          if (latest && Date.now() < latest.until) data.id = latest.id;
          else notes.set('latest number', { id: data.id, until: Date.now() + 20 });
        }),
    },
  }),
  fault('beneficiary-country-of-bank', {
    breaks: 'BEN-43',
    does: 'shows the country of the bank for that of the address',
    around: {
      readBeneficiary: editing((body) => {
        if (body.country_id && body.bank_country) body.country_id = body.bank_country;
      }),
    },
  }),
  fault('beneficiary-number-unknown', {
    breaks: 'BEN-43',
    does: 'does not know the id that the creation of a beneficiary answered',
    around: {
      createBeneficiary: async (next, call) =>
        edited(await next(call), ({ data }) => {
          if (data) data.id += 1_000_000;
        }),
    },
  }),
  fault('beneficiary-uuid-other', {
    breaks: 'BEN-44',
    does: 'answers the creation of an individual with a uuid that is not the one it reads back with',
    around: {
      createBeneficiary: async (next, call) =>
        edited(await next(call), ({ data }) => {
          if (data && fieldOf(call, 'entity_type') === 'individual') data.uuid = randomUUID();
        }),
    },
  }),
  fault('beneficiary-unknown-400', {
    breaks: 'BEN-63',
    does: 'answers 400 to an unknown beneficiary',
    around: {
      readBeneficiary: async (next, call) => {
        const answer = await next(call);
        return answer.status === 404 ? refused(400, 'There is no such beneficiary.') : answer;
      },
    },
  }),
  fault('beneficiary-id-half-read', {
    breaks: 'BEN-64',
    does: 'reads the digits at the beginning of an id and leaves the rest',
    around: { readBeneficiary: byDigitsInFront },
  }),
  fault('new-beneficiary-id-half-read', {
    breaks: 'BEN-64',
    does: 'reads the digits at the beginning of an id and leaves the rest, where the profile names no beneficiary',
    around: { readBeneficiary: byDigitsInFront },
    profile: { fixtures: { beneficiaries: null } },
  }),
  fault('unknown-number-of-new-beneficiary-refused', {
    breaks: 'BEN-63',
    does: 'answers 400 to an unknown beneficiary that is asked for by a number, where the profile names none',
    around: {
      readBeneficiary: async (next, call) => {
        const answer = await next(call);
        const isUnknownNumber = answer.status === 404 && /^\d+$/.test(call.parameters.id ?? '');
        return isUnknownNumber ? refused(400, 'There is no such beneficiary.') : answer;
      },
    },
    profile: { fixtures: { beneficiaries: null } },
  }),
  fault('beneficiary-country-lower-case', {
    breaks: 'BEN-65',
    does: 'shows bank_country in lower case when a beneficiary is read by its number',
    around: {
      readBeneficiary: async (next, call) =>
        edited(await next(call), (fields) => {
          if (/^\d+$/.test(call.parameters.id ?? '')) fields.bank_country &&= fields.bank_country.toLowerCase();
        }),
    },
  }),
  fault('beneficiary-lost-when-another-is-refused', {
    breaks: 'BEN-43',
    does: 'loses the latest beneficiary when the next one is refused',
    around: {
      createBeneficiary: async (next, call, { notes }) => {
        const answer = await next(call);
        const created = (answer.body as Loose)?.data;
        if (!created) notes.set('lost', notes.get('latest'));
        notes.set('latest', created ?? undefined);
        return answer;
      },
      readBeneficiary: (next, call, { notes }) => {
        const lost = notes.get('lost') as { readonly id: unknown; readonly uuid: unknown } | undefined;
        const isLost = lost !== undefined && [String(lost.id), lost.uuid].includes(call.parameters.id);
        return isLost ? unknownResource('There is no such beneficiary.') : next(call);
      },
    },
  }),
  fault('beneficiary-gone-after-a-moment', {
    breaks: 'BEN-43',
    does: 'forgets a new beneficiary two seconds after its creation',
    around: {
      createBeneficiary: async (next, call, { clock, notes }) => {
        const answer = await next(call);
        const created = (answer.body as Loose)?.data;
        if (created) for (const id of [created.id, created.uuid]) notes.set(`made ${id}`, clock());
        return answer;
      },
      readBeneficiary: (next, call, { clock, notes }) => {
        const made = notes.get(`made ${call.parameters.id}`) as number | undefined;
        const isGone = made !== undefined && clock() - made > 2000;
        return isGone ? unknownResource('There is no such beneficiary.') : next(call);
      },
    },
  }),
];
