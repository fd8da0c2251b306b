// Adds to the package what the repository does not have: the locked versions, and the bill of materials made from them (CycloneDX).
// `begin` puts both into the folder before npm packs it, `end` removes them.
import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';

const [lock, bill] = ['npm-shrinkwrap.json', 'sbom.cdx.json'];

if (process.argv[2] === 'begin') {
  const { npm_execpath: npm } = process.env;
  if (!npm) throw new Error('npm runs this when it packs');
  const wanted = ['sbom', '--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx'];
  writeFileSync(
    bill,
    execFileSync(process.execPath, [npm, ...wanted], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  copyFileSync('package-lock.json', lock);
} else {
  for (const file of [lock, bill]) rmSync(file, { force: true });
}
