// `bench/RESULTS.md`: what each bench last printed, with its target, the machine and the day. A bench that is run again replaces its own part.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import type { Bench } from './benches.ts';

const file = 'bench/RESULTS.md';
const head = `# Results

Written by \`npm run bench -- --write\`: each part is what one bench printed. \`npm run bench -- --write NAME\` measures one part again.
Rates and times hold for the machine that the part names; only what stands in one part can be compared.
`;

const written = (): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

const partsIn = (text: string): Map<string, string> =>
  new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf('\n')), `## ${part.trimEnd()}\n`]),
  );

const machine = (): string => {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${gigabytes} GiB, Node ${process.version.slice(1)}`;
};

export const keep = (name: string, { measures, target, because }: Bench, output: string, met: boolean): void => {
  const missed = ['**Missed.**', ...(because === undefined ? [] : [because])].join(' ');
  const lines = [
    `## ${name}`,
    '',
    `Measures ${measures}.`,
    ...(target === undefined ? [] : [`Target: ${target}. ${met ? 'Met.' : missed}`]),
    `Seen on ${new Date().toISOString().slice(0, 10)}: ${machine()}.`,
    '',
    '```',
    output.trimEnd(),
    '```',
    '',
  ];
  const parts = partsIn(written()).set(name, lines.join('\n'));
  const sorted = [...parts].sort(([one], [other]) => one.localeCompare(other));
  writeFileSync(file, [head, ...sorted.map(([, part]) => part)].join('\n'));
};
