// Writes a generated page; with --check it writes nothing and exits 1 when the page is stale.
import { readFileSync, writeFileSync } from 'node:fs';

export function keepPage(name, text) {
  const page = new URL(`../${name}`, import.meta.url);
  if (!process.argv.includes('--check')) writeFileSync(page, text);
  else if (written(page) !== text) {
    process.stderr.write(`${name} is stale: run npm run document\n`);
    process.exitCode = 1;
  }
}

function written(page) {
  try {
    return readFileSync(page, 'utf8');
  } catch {
    return '';
  }
}
