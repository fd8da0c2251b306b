// The command line as commander knows it.
import { Command, Help as CommanderHelp } from 'commander';
import { assayVersion } from '../exchange/version.ts';
import { commands } from './commands.ts';
import { refuseEmpty } from './empty.ts';
import { helpText, verdictExits } from './words/help.ts';

/** Has a command in full if it is asked for, and the others with their names and descriptions only. */
export async function createProgram(asked: (name: string) => boolean): Promise<Command> {
  const program = new Command('assay')
    .description('Tests any implementation of the Card, Payment and Account-Access API against what is promised.')
    .version(assayVersion)
    .configureHelp({
      optionDescription: (option) =>
        `${option.mandatory ? 'required: ' : ''}${new CommanderHelp().optionDescription(option)}`,
    })
    .showHelpAfterError('(assay --help lists the commands)')
    .showSuggestionAfterError()
    .exitOverride();
  for (const [name, { does, load }] of Object.entries(commands)) {
    const command = program.command(name).description(does);
    if (!asked(name)) continue;
    const { takes, help, run } = await load();
    takes(command)
      .addHelpText('after', helpText(help))
      .action(async (...given: unknown[]) => {
        refuseEmpty(command);
        process.exitCode = await run(...(given as never[]));
      });
  }
  return program.addHelpText('after', helpText(ofAll));
}

const ofAll = {
  examples: [
    ['certify', 'tests the embedded reference service'],
    ['certify --target http://127.0.0.1:8080', 'tests a server; credentials: ASSAY_USERNAME, ASSAY_PASSWORD'],
    ['help certify', 'the options of one command'],
  ],
  exits: verdictExits,
} as const;
