// Refuses options with an empty value, which an unset variable leaves: `--target "$URL"` without a URL would test the embedded
// reference service, and pass.
import type { Command } from 'commander';
import { UsageError } from './exit.ts';

/** Throws a `UsageError` that names the option, or the environment variable that was used for it. */
export function refuseEmpty(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName();
    if (![command.getOptionValue(name)].flat().includes('')) continue;
    throw new UsageError(
      command.getOptionValueSource(name) === 'env'
        ? `${option.envVar} is empty; give it a value, or unset it`
        : `${option.long} was given without a value; give it one, or leave it out`,
    );
  }
}
