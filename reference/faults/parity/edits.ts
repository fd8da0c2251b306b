// Small changes to cards, of which faults of parity are made.
import { editing, editingEach, type Loose } from '../edits.ts';

export const inV1 = (change: (card: Loose) => void) => ({
  listCardsV1: editingEach(change),
  readCardV1: editing(change),
});

export const oneUp = (digits: string): string => digits.replace(/.$/, (last) => String((Number(last) + 1) % 10));
