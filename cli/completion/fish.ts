// The completion of the command for fish.
import type { CompletedCommand, CompletedOption, Value } from './tree.ts';

export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const lines = [
    '# Completion of assay for fish, made by `assay completion fish`.',
    'complete -c assay -f',
    ...commands.map(({ name, does }) => line('__fish_use_subcommand', `-a ${name}`, does)),
    line('__fish_use_subcommand', '-a help', 'display help for command'),
    line('__fish_use_subcommand', '-l version', 'output the version number'),
    ...commands.flatMap(({ name, options, argument }) => [
      ...options.map((option) => optionLine(name, option)),
      ...(argument === undefined ? [] : [line(within(name), offer(argument))]),
    ]),
    line(within('help'), `-a ${quoted(commands.map(({ name }) => name).join(' '))}`),
  ];
  return `${lines.join('\n')}\n`;
}

const within = (command: string): string => `__fish_seen_subcommand_from ${command}`;

function optionLine(command: string, { name, does, value }: CompletedOption): string {
  // `-r` offers files as well, for an option that takes a file; `-x` offers nothing but the given words.
  const takes = value === undefined ? '' : ` ${value.kind === 'file' ? '-r' : '-x'} ${offer(value)}`;
  return line(within(command), `-l ${name.slice(2)}${takes}`, does);
}

function offer(value: Value): string {
  switch (value.kind) {
    case 'words':
      return `-a ${quoted(value.words.join(' '))}`;
    case 'file':
      return '-F';
    case 'folder':
      return `-a '(__fish_complete_directories)'`;
    case 'own':
      return '';
  }
}

const line = (condition: string, rest: string, does?: string): string =>
  `complete -c assay -n ${quoted(condition)} ${rest.trim()}${does === undefined ? '' : ` -d ${quoted(does)}`}`;

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
