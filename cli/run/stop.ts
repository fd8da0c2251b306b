// Waits for the signal that ends a command which goes on until it is told to stop.
import { exit } from '../exit.ts';

/** Resolves at the first signal; a second one ends the process at once. */
export const stopAsked = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(exit.undecided));
        resolve();
      });
    }
  });
