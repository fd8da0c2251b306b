// The completion of the command for bash.
import type { CompletedCommand, CompletedOption, Value } from './tree.ts';

export function bashCompletion(commands: readonly CompletedCommand[]): string {
  return `# Completion of assay for bash, made by \`assay completion bash\`.
_assay() {
  local word="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}" option='' several='' at
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ${quoted([...commands.map(({ name }) => name), 'help', '--help', '--version'])} -- "$word"))
    return
  fi
  # The option that the word is a value of: the one before it, or one further back that takes several.
  for ((at = COMP_CWORD - 1; at > 1; at--)); do
    if [[ \${COMP_WORDS[at]} == -* ]]; then
      option="\${COMP_WORDS[at]}"
      break
    fi
    several=yes
  done
  case "$command $option $several" in
${commands.flatMap(({ name, options }) => options.flatMap((option) => valueCase(name, option))).join('\n')}
  esac
  case "$command" in
    help) COMPREPLY=($(compgen -W ${quoted(commands.map(({ name }) => name))} -- "$word")) ;;
${commands.map(commandCase).join('\n')}
  esac
}
complete -F _assay assay
`;
}

/** Completes a value when the option is the word before it; an option further back counts only if it takes several values. */
function valueCase(command: string, { name, value, isVariadic }: CompletedOption): readonly string[] {
  if (value === undefined) return [];
  const where = `'${command} ${name} '${isVariadic ? `*` : ''}`;
  const unless = isVariadic && value.kind !== 'own' ? '[[ $word != -* ]] && ' : '';
  return [`    ${where}) ${unless}{ ${offer(value)} return; } ;;`];
}

function commandCase({ name, options, argument }: CompletedCommand): string {
  const names = `COMPREPLY=($(compgen -W ${quoted(options.map((option) => option.name))} -- "$word"))`;
  const otherwise = argument === undefined ? names : `if [[ $word == -* ]]; then ${names}; else ${offer(argument)} fi`;
  return `    ${name}) ${otherwise} ;;`;
}

function offer(value: Value): string {
  switch (value.kind) {
    case 'words':
      return `COMPREPLY=($(compgen -W ${quoted(value.words)} -- "$word"));`;
    case 'file':
      return 'compopt -o filenames 2> /dev/null; COMPREPLY=($(compgen -f -- "$word"));';
    case 'folder':
      return 'compopt -o filenames 2> /dev/null; COMPREPLY=($(compgen -d -- "$word"));';
    case 'own':
      return ':;';
  }
}

const quoted = (words: readonly string[]): string => `'${words.join(' ')}'`;
