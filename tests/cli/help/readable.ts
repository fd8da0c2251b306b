// Whether the command accepts a line; the line is not carried out.
import { createProgram } from '../../../cli/program.ts';

/** The error message of the command; undefined when it accepts the arguments. */
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
