// What a spec file declares when it is loaded, and who hears of it: Playwright, unless somebody else listens.
import type { RequirementId } from '../../contract/requirements.ts';
import { playwrightTests } from '../run/playwright-tests.ts';
import type { Check } from './check.ts';

export type CheckBody = (check: Check) => Promise<void>;

export interface Declaration {
  readonly id: RequirementId;
  readonly aspect?: string;
  /** The file that declares it, as in specs/cards/filters.spec.ts. */
  readonly file: string;
  readonly body: CheckBody;
}

export interface Listener {
  check(declared: Declaration): void;
  /** The checks of this file disturb each other. */
  oneAfterAnother(): void;
}

let listener: Listener = playwrightTests;

/** Hears all that is declared from now on. */
export function listen(to: Listener): void {
  listener = to;
}

export const heard = (): Listener => listener;
