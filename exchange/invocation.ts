// How the command is called in this environment, so that every printed line can be pasted there.
import { realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { bareWord } from './shell.ts';
import { packageFolder } from './version.ts';

interface Surroundings {
  /** Where the lines are pasted. */
  readonly cwd: string;
  /** The folder of Assay's package, without links in its path. */
  readonly home: string;
  /** The folders in which the shell looks for commands. */
  readonly path: readonly string[];
}

/**
 * `assay` where the shell finds this very package under that name, and `npx assay` where npm finds it: in a clone, and in a project that has
 * it installed. Elsewhere npx would look for a package of that name in the registry, so the path of the file is given.
 */
export function invokedAt({ cwd, home, path }: Surroundings): string {
  const bin = join(home, 'bin', 'assay.js');
  if (path.some((folder) => leadsTo(join(folder, 'assay'), bin))) return 'assay';
  const isInstalled = basename(dirname(home)) === 'node_modules';
  if (isBelow(cwd, isInstalled ? dirname(dirname(home)) : home)) return 'npx assay';
  const near = relative(cwd, bin);
  return `node ${bareWord(near.length < bin.length ? near : bin)}`;
}

/** npm adds these folders to the path of the programs that it starts, but the shell that started npm does not know them. */
const addedByNpm = /[\\/]node_modules[\\/](?:\.bin|npm[\\/].*)$/;

const isBelow = (path: string, folder: string): boolean => !/^\.\.(?:[\\/]|$)/.test(relative(folder, path));

function leadsTo(path: string, file: string): boolean {
  try {
    return realpathSync(path) === file;
  } catch {
    return false;
  }
}

export const invocation: string = invokedAt({
  cwd: process.cwd(),
  home: realpathSync(packageFolder),
  path: (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !addedByNpm.test(folder)),
});
