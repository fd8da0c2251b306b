// What can stand on the command line, read from commander's own tree, so that completion never differs from the command.
import type { Argument, Command, Option } from 'commander';
import { operations } from '../../contract/operations.ts';
import { areaOf, requirements } from '../../contract/requirements.ts';
import { faults } from '../../reference/faults/catalogue.ts';
import { variants } from '../../reference/variants/catalogue.ts';

export type Value =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'file' | 'folder' }
  /** A value that only the user knows. */
  | { readonly kind: 'own' };

export interface CompletedOption {
  /** As in `--only`. */
  readonly name: string;
  readonly does: string;
  /** Absent for an option without a value. */
  readonly value?: Value;
  /** Takes several values, one after the other. */
  readonly isVariadic: boolean;
}

export interface CompletedCommand {
  readonly name: string;
  readonly does: string;
  readonly options: readonly CompletedOption[];
  /** The values of its arguments; absent when it takes none. */
  readonly argument?: Value;
}

export const treeOf = (program: Command): readonly CompletedCommand[] =>
  program.commands.map((command) => {
    const [argument] = command.registeredArguments;
    return {
      name: command.name(),
      does: command.description(),
      options: [...command.options.map((option) => completed(command, option)), help],
      ...(argument && { argument: argumentOf(command, argument) }),
    };
  });

const help: CompletedOption = { name: '--help', does: 'display help for command', isVariadic: false };

function completed(command: Command, option: Option): CompletedOption {
  const name = option.long ?? option.flags;
  const takes = option.required || option.optional;
  return {
    name,
    does: option.description,
    isVariadic: option.variadic,
    ...(takes && { value: valueFrom(`${command.name()} ${name}`, option.flags, option.argChoices) }),
  };
}

const argumentOf = (command: Command, argument: Argument): Value =>
  valueFrom(command.name(), `<${argument.name()}>`, argument.argChoices);

/** `form`: the notation in the help, such as `<file>`, which tells the kind of value. */
function valueFrom(place: string, form: string, choices: readonly string[] | undefined): Value {
  const words = choices ?? known[place];
  if (words !== undefined) return { kind: 'words', words };
  if (/<dir/.test(form)) return { kind: 'folder' };
  return /<(file|in|out)/.test(form) ? { kind: 'file' } : { kind: 'own' };
}

const ids = requirements.map(({ id }) => id);
const idsAndAreas = [...new Set(ids.map(areaOf)), ...ids];

/** Words that the command itself looks up in a catalogue. */
const known: Readonly<Record<string, readonly string[]>> = {
  'certify --only': idsAndAreas,
  explain: idsAndAreas,
  'serve --fault': faults.map(({ id }) => id),
  'serve --variant': variants.map(({ id }) => id),
  'replay --operation': [...operations.keys()],
};
