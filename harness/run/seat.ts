// Where a process does its checks: a workspace, and its turn among the other processes. The quiet checks have a workspace of their own
// and keep their turn from the first to the last, so that nothing is sent between two of them.
import { turnsPath } from '../paths.ts';
import type { Settings } from '../settings.ts';
import { openTurns, type Turns } from './turns.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

export interface Seat {
  readonly turns: Turns;
  /** For a quiet check there is one only when nothing else goes on. */
  workspace(isQuiet: boolean): Promise<Workspace>;
  leave(): Promise<void>;
}

export function openSeat(settings: Settings, listening: Parameters<typeof openWorkspace>[1]): Seat {
  const turns = openTurns(turnsPath(settings.out));
  let open: { readonly isQuiet: boolean; readonly workspace: Workspace } | undefined;
  const leave = async (): Promise<void> => {
    await open?.workspace.close();
    open = undefined;
    turns.leave();
  };
  return {
    turns,
    async workspace(isQuiet) {
      if (open?.isQuiet !== isQuiet) {
        await leave();
        // Before the workspace is opened, so that no session begins while waiting.
        if (isQuiet) await turns.alone();
        open = { isQuiet, workspace: openWorkspace(settings, listening) };
      }
      return open.workspace;
    },
    leave,
  };
}
