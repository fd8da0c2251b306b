// assay completion: prints a script by which a shell completes the command, its options and their values.
import { Argument, type Command } from 'commander';
import { bashCompletion } from '../../completion/bash.ts';
import { fishCompletion } from '../../completion/fish.ts';
import { treeOf } from '../../completion/tree.ts';
import { zshCompletion } from '../../completion/zsh.ts';
import { exit } from '../../exit.ts';
import type { Help } from '../../words/help.ts';

const writers = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };
type Shell = keyof typeof writers;

export const takes = (command: Command): Command =>
  command.addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(writers)));

export const help: Help = {
  exits: { 0: 'the script is printed, and nothing else is', 2: 'there is none for this shell' },
  note: `It completes \`assay\` where the shell finds it by that name:
  bash  source <(assay completion bash)
  zsh   assay completion zsh > "\${fpath[1]}/_assay"
  fish  assay completion fish > ~/.config/fish/completions/assay.fish
From a clone, \`npm link\` puts it there.`,
};

export function run(shell: Shell, _options: unknown, { parent }: Command): number {
  process.stdout.write(writers[shell](treeOf(parent as Command)));
  return exit.passed;
}
