// The completion of the command for zsh.
import type { CompletedCommand, CompletedOption, Value } from './tree.ts';

export function zshCompletion(commands: readonly CompletedCommand[]): string {
  return `#compdef assay
# Completion of assay for zsh, made by \`assay completion zsh\`.
_assay() {
  local -a commands=(
${commands.map(({ name, does }) => `    ${quoted(`${name}:${does}`)}`).join('\n')}
    'help:display help for command'
  )
  if ((CURRENT == 2)); then
    _describe command commands
    _arguments '--help[display help for command]' '--version[output the version number]'
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
    help) _describe command commands ;;
${commands.map(commandCase).join('\n')}
  esac
}
(( $+functions[compdef] )) && compdef _assay assay
`;
}

function commandCase({ name, options, argument }: CompletedCommand): string {
  const specifications = [
    ...options.map(optionSpecification),
    ...(argument === undefined ? [] : [quoted(`*:${action(argument)}`)]),
  ];
  return `    ${name})\n      _arguments \\\n${specifications.map((each) => `        ${each}`).join(' \\\n')} ;;`;
}

function optionSpecification({ name, does, value, isVariadic }: CompletedOption): string {
  const explained = `[${does.replaceAll(/[[\]:\\]/g, '\\$&')}]`;
  if (value === undefined) return quoted(`${name}${explained}`);
  return isVariadic
    ? quoted(`*${name}${explained}:*-*:${action(value)}`)
    : quoted(`${name}${explained}:${action(value)}`);
}

/** The form that zsh expects: a message, a colon, and what is offered. */
function action(value: Value): string {
  switch (value.kind) {
    case 'words':
      return `value:(${value.words.join(' ')})`;
    case 'file':
      return 'file:_files';
    case 'folder':
      return 'folder:_files -/';
    case 'own':
      return 'value: ';
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
