// Checks the structure of the code: a room imports only from rooms before it, imports form no circle, and no folder or file is too
// large to read. Draws the rooms and their imports to docs/house.svg; with --check it only tells whether the drawing is stale.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const drawing = join(root, 'docs/house.svg');

/** The rooms in their order: each may import from those before it. */
const rooms = [
  ['contract', 'what is promised'],
  ['exchange', 'one request and its response'],
  ['subject', 'who is tested'],
  ['generators', 'requests to send'],
  ['load', 'rate limits'],
  ['recorder', 'the recording proxy'],
  ['replay', 'recorded traffic, sent again'],
  ['harness', 'how a check is run'],
  ['specs', 'what is asserted'],
  ['reports', 'verdicts for readers'],
  ['cli', 'one file per command'],
];
/**
 * The reference service shares no code with the suite, because a second reading of the specification must be able to disagree with
 * the first.
 */
const apart = 'reference';

const mostFiles = 12;
const mostLines = 250;
/** Files of data, which need not be short, because nobody reads them from top to bottom. */
const data = [/\/generated\//, /^subject\/profile\/types\.ts$/, /^reference\/variants\//];

const files = [...rooms.map(([name]) => name), apart].flatMap(typeScriptBelow);
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const imports = new Map(files.map((file) => [file, importsOf(file)]));

function typeScriptBelow(room) {
  return readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .map((path) => `${room}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts'));
}

function importsOf(file) {
  const found = [...texts.get(file).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)];
  return found.map(([, path]) => normalize(join(dirname(file), path)).replaceAll('\\', '/'));
}

const roomOf = (file) => file.split('/', 1)[0];
const rank = (room) => rooms.findIndex(([name]) => name === room);

const upwards = [...imports].flatMap(([file, targets]) =>
  targets
    .filter((target) => !mayImport(file, target))
    .map((target) => `${file} imports ${target}, which comes after it`),
);

function mayImport(file, target) {
  const [from, to] = [roomOf(file), roomOf(target)];
  if (from === to) return true;
  if (from === apart) return false;
  return to === apart ? from === 'cli' : rank(to) < rank(from);
}

const isData = (path) => data.some((place) => place.test(path));

const tests = typeScriptBelow('tests');

const full = [...new Set([...files, ...tests].map(dirname))]
  .map((folder) => [folder, [...files, ...tests].filter((file) => dirname(file) === folder).length])
  .filter(([folder, count]) => count > mostFiles && !isData(`${folder}/`))
  .map(([folder, count]) => `${folder} holds ${count} files; more than ${mostFiles} are two folders`);

const long = [...texts]
  .map(([file, text]) => [file, text.split('\n').length - 1])
  .filter(([file, lines]) => lines > mostLines && !isData(file))
  .map(([file, lines]) => `${file} has ${lines} lines; more than ${mostLines} are two files`);

const problems = [...upwards, ...circles(), ...full, ...long];

/** Finds each circle of imports once, from the file at which the walk entered it. */
function circles() {
  const done = new Set();
  const found = [];
  const walk = (file, path) => {
    if (path.includes(file)) return found.push(`a circle: ${[...path.slice(path.indexOf(file)), file].join(' -> ')}`);
    if (done.has(file)) return;
    for (const target of imports.get(file) ?? []) walk(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) walk(file, []);
  return found;
}

const picture = draw();
const isStale = process.argv.includes('--check') ? readFileSync(drawing, 'utf8') !== picture : false;
if (!process.argv.includes('--check')) writeFileSync(drawing, picture);
if (isStale) problems.push('docs/house.svg is stale: node scripts/house.mjs');
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;

/**
 * Draws a row for each room with its folders, and for all imports of one room from another an arc whose width shows their number.
 */
function draw() {
  const [width, left, height, gap] = [850, 20, 46, 10];
  const shown = [...rooms, [apart, 'the embedded service']];
  const top = (index) => 20 + index * (height + gap);
  const boxes = shown.map(([name, does], index) => {
    const inside = files.filter((file) => roomOf(file) === name);
    const folders = [
      ...new Set(inside.map((file) => file.split('/')[1]).filter((part) => !part.endsWith('.ts'))),
    ].sort();
    return `<rect class="room" x="${left}" y="${top(index)}" width="${width}" height="${height}" rx="4"/>
<text class="name" x="${left + 12}" y="${top(index) + 19}">${name}/</text>
<text class="does" x="${left + 120}" y="${top(index) + 19}">${does}; ${inside.length} files</text>
<text class="folders" x="${left + 12}" y="${top(index) + 37}">${folders.map((folder) => `${folder}/`).join('  ')}</text>`;
  });
  const counts = new Map();
  for (const [file, targets] of imports) {
    for (const target of targets) {
      const between = `${roomOf(file)} ${roomOf(target)}`;
      if (roomOf(file) !== roomOf(target)) counts.set(between, (counts.get(between) ?? 0) + 1);
    }
  }
  const place = (room) => shown.findIndex(([name]) => name === room);
  const arcs = [...counts].sort().map(([between, count]) => {
    const [from, to] = between.split(' ').map((room) => top(place(room)) + height / 2);
    const bow = left + width + 12 + Math.abs(from - to) * 0.34;
    const start = left + width;
    return `<path d="M${start} ${from} C${bow} ${from} ${bow} ${to} ${start + 4} ${to}" stroke-width="${(0.6 + Math.log2(count) / 2).toFixed(1)}"><title>${between.replace(' ', ' imports ')}: ${count} times</title></path>`;
  });
  const bottom = top(shown.length) + 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1080 ${bottom}" width="1080" height="${bottom}" role="img" aria-label="The rooms of the house and what each imports">
<style>
.room { fill: #f6f8fa; stroke: #57606a }
.name { font: bold 14px monospace; fill: #1f2328 }
.does { font: 13px sans-serif; fill: #1f2328 }
.folders { font: 11px monospace; fill: #57606a }
path { fill: none; stroke: #0969da; opacity: 0.55; marker-end: url(#arrow) }
</style>
<defs><marker id="arrow" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="7" markerHeight="7" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 6 3 0 6z" style="fill: #0969da; stroke: none; marker-end: none"/></marker></defs>
<rect width="1080" height="${bottom}" fill="#ffffff"/>
${[...boxes, ...arcs].join('\n')}
</svg>
`;
}
