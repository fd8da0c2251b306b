// Faults in the credentials that are shown.
import type { Around } from '../../http/seams.ts';
import type { Service } from '../../service-state.ts';
import { edited, editing, keptOfBlocked, type Loose } from '../edits.ts';
import { fault } from '../fault.ts';
import { editingFor } from './edits.ts';

/** Changes the answers to the second user. */
const forSecond =
  (change: (body: Loose, service: Service) => void): Around =>
  async (next, call, service) => {
    const answer = await next(call);
    return call.user?.name === 'second' ? edited(answer, (body) => change(body, service)) : answer;
  };

export const credentials = [
  fault('credentials-of-blocked-kept', {
    breaks: 'CARD-30',
    does: 'answers 403 to who asks for credentials of a blocked card, whose permissions allow that',
    around: { readCardCredentials: keptOfBlocked },
  }),
  fault('credentials-phone-for-email', {
    breaks: 'CARD-30',
    does: 'gives the phone for the email',
    around: {
      readCardCredentials: (next, call, service) => {
        const card = service.data.accounts.get(call.user!.name)!.cards.byUuid(call.parameters.id ?? '');
        return editing((credentials) => {
          if (credentials.email) credentials.email = card?.phone;
        })(next, call);
      },
    },
  }),
  fault('credentials-cvv-empty', {
    breaks: 'CARD-30',
    does: 'gives an empty text for the cvv',
    around: {
      readCardCredentials: editing((credentials) => {
        if (credentials.cvv) credentials.cvv = '';
      }),
    },
  }),
  fault('credentials-cvv-as-number', {
    breaks: 'CARD-29',
    does: 'gives cvv as a number when it alone is asked for',
    around: {
      readCardCredentials: editingFor((credentials, fields) => {
        if (fields.length === 1 && credentials.cvv !== undefined) credentials.cvv = Number(credentials.cvv);
      }),
    },
  }),
  fault('credentials-last-forgotten', {
    breaks: 'CARD-30',
    does: 'leaves the last of exactly three credentials out',
    around: {
      readCardCredentials: editingFor((credentials, fields) => {
        if (fields.length === 3) delete credentials[String(fields[2])];
      }),
    },
  }),
  fault('credentials-password-lost-behind-email', {
    breaks: 'CARD-30',
    does: 'leaves the password out where the e-mail address is the first of three',
    around: {
      readCardCredentials: editingFor((credentials, fields) => {
        if (fields.length === 3 && fields[0] === 'email') delete credentials.password;
      }),
    },
  }),
  fault('credentials-cvv-and-pin-swapped', {
    breaks: 'PAR-16',
    does: 'gives the cvv for the pin and the pin for the cvv where these two are asked for',
    around: {
      readCardCredentials: editingFor((credentials, fields) => {
        const { cvv, pin } = credentials;
        if (fields.length === 2 && cvv && pin) Object.assign(credentials, { cvv: pin, pin: cvv });
      }),
    },
  }),
  fault('credentials-number-of-main-user', {
    breaks: 'PAR-17',
    does: 'gives the second user the number of the first card of the main one for that of each of his',
    around: {
      readCardCredentials: forSecond((credentials, { data }) => {
        const [card] = data.accounts.get('full')!.cards;
        if (credentials.pan) credentials.pan = card!.pan;
      }),
    },
  }),
  fault('credentials-uninvited-of-second-user', {
    breaks: 'CARD-31',
    does: 'adds the telephone number to all credentials of the cards of the second user',
    around: {
      readCardCredentials: forSecond((credentials) => {
        credentials.phone ??= '+15550100000';
      }),
    },
  }),
  fault('credentials-of-second-user-unlike-v1', {
    breaks: 'PAR-16',
    does: 'gives the second user a cvv in v1 that is one more than in v2',
    around: {
      readCardV1: forSecond((card) => {
        if (card.cvv) card.cvv += 1;
      }),
    },
  }),
  fault('legacy-pin-of-second-user-forgotten', {
    breaks: 'LEG-31',
    does: 'leaves the pin of a v1 card out where the second user asks for it',
    around: {
      readCardV1: forSecond((card) => {
        delete card.pin;
      }),
    },
  }),
  fault('simple-limits-of-second-user-as-text', {
    breaks: 'LEG-47',
    does: 'writes the limits of the cards of the second user as text',
    around: {
      readCardLimitsV1: forSecond((limits) => {
        limits.atmLimit = String(limits.atmLimit);
      }),
    },
  }),
];
