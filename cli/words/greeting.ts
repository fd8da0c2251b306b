// The first lines of a command that takes a while: its name, printed before anything else is loaded, and what it begins with.
import { assayVersion } from '../../exchange/version.ts';

interface Prints {
  readonly json?: true;
  readonly quiet?: true;
}

export const greet = (options: Prints): void => say(`Assay ${assayVersion}`, options);

/** Called after all options and files have been read and accepted. */
export const sayWhatComesFirst = (options: Prints): void =>
  say('Logging in and discovering what the specification leaves open.', options);

function say(line: string, { json, quiet }: Prints): void {
  if (!json && !quiet) process.stdout.write(`${line}\n`);
}
