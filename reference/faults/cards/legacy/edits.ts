// Small changes to cards of version 1.
import { editing, type Loose } from '../../edits.ts';

export const alone = (change: (card: Loose) => void) => ({ readCardV1: editing(change) });

export const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
