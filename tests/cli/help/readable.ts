// Whether the command takes a line, without doing what it asks for.
import { createProgram } from '../../../cli/program.ts';

/** What the command says against it; undefined when it takes it. */
export async function complaintAbout(args: readonly string[]): Promise<string | undefined> {
  const program = await createProgram(() => true);
  let said = '';
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput({
      writeErr: (text) => {
        said += text;
      },
    });
  for (const command of program.commands) command.action(() => {});
  try {
    await program.parseAsync(args, { from: 'user' });
    return undefined;
  } catch (error) {
    return said || String(error);
  }
}
