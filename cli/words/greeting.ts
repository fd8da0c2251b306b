// The first line of a command that takes a while, printed before anything else is loaded or asked.
import { assayVersion } from '../../exchange/version.ts';

export function greet({ json, quiet }: { readonly json?: true; readonly quiet?: true }): void {
  if (json || quiet) return;
  process.stdout.write(`Assay ${assayVersion}: first the login, and what the specification leaves open.\n`);
}
