// Faults of agreement: two answers about one thing that differ.
import { editing, editingEach } from './edits.ts';
import { fault } from './fault.ts';

export const parityFaults = [
  fault('legacy-holder-shortened', {
    breaks: 'PAR-05',
    does: 'leaves the last word out of the v1 card holder',
    around: {
      listCardsV1: editingEach((card) => {
        card.cardholder_name = card.cardholder_name.replace(/ \S+$/, '');
      }),
      readCardV1: editing((card) => {
        card.cardholder_name = card.cardholder_name.replace(/ \S+$/, '');
      }),
    },
  }),
  fault('card-list-behind', {
    breaks: 'PAR-12',
    does: 'shows another design in the card list than in the card',
    around: {
      listCards: editingEach((card) => {
        card.designId = `${card.designId}-old`;
      }),
      listCardsV1: editingEach((card) => {
        card.designId = `${card.designId}-old`;
      }),
    },
  }),
  fault('expansion-changes-total', {
    breaks: 'PAR-14',
    does: 'shows a smaller total when the currency is asked for',
    around: {
      readPayment: (next, call) =>
        editing((payment) => {
          if (payment.currency !== undefined) payment.total = payment.amount - 0.5;
        })(next, call),
    },
  }),
];
