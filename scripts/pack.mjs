// Makes the package differ from the repository where it must: adds the locked versions and the bill of materials made from them (CycloneDX), and
// removes the script that builds a clone, because npm warns of it where a package is installed that is already built. `begin` does so before npm
// packs the folder, `end` undoes it.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const [lock, bill, kept] = ['npm-shrinkwrap.json', 'sbom.cdx.json', '.package.json.kept'];

const textOf = (file) => readFileSync(file, 'utf8');

function withoutPrepare(text) {
  const { scripts, ...about } = JSON.parse(text);
  const { prepare, ...others } = scripts;
  return `${JSON.stringify({ ...about, scripts: others }, undefined, 2)}\n`;
}

/** Also undoes a run that was killed before its `end`. If somebody has changed package.json since then, it stays. */
function restore() {
  if (existsSync(kept) && textOf('package.json') === withoutPrepare(textOf(kept))) renameSync(kept, 'package.json');
  for (const file of [lock, bill, kept]) rmSync(file, { force: true });
}

restore();
if (process.argv[2] === 'begin') {
  const { npm_execpath: npm } = process.env;
  if (!npm) throw new Error('npm runs this when it packs');
  const wanted = ['sbom', '--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx'];
  writeFileSync(
    bill,
    execFileSync(process.execPath, [npm, ...wanted], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  copyFileSync('package-lock.json', lock);
  copyFileSync('package.json', kept);
  // In one step, so that nobody reads half of it.
  writeFileSync(`${kept}.next`, withoutPrepare(textOf(kept)));
  renameSync(`${kept}.next`, 'package.json');
}
