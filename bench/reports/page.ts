// How long it takes to decide a verdict and to write its page. Arguments: findings (10000), turns (7).
import { page } from '../../reports/page.ts';
import { decide } from '../../reports/verdict/decide.ts';
import { broken, facts, finding, requirement } from '../../tests/reports/verdicts.ts';
import { median } from '../median.ts';

const [asked = 10_000, turns = 7] = process.argv.slice(2).map(Number);
const perRequirement = 40;

const ids = Array.from({ length: Math.ceil(asked / perRequirement) }, (_, index) => `CARD-${index + 1}`);
const requirements = ids.map((id) => requirement(id, 'a status filter returns every card in that status and no other'));
const records = ids.map((id) =>
  broken(id, ...Array.from({ length: perRequirement }, (_, index) => finding(id, { at: `body /${index}/status` }))),
);

const decided: number[] = [];
const written: number[] = [];
let size = 0;
for (let turn = 0; turn < turns; turn += 1) {
  const began = performance.now();
  const verdict = decide(facts, requirements, records);
  const between = performance.now();
  size = Buffer.byteLength(page(verdict));
  decided.push(between - began);
  written.push(performance.now() - between);
}
const shown = `${(size / 1e6).toFixed(1)} MB`;
console.log(
  `  ${ids.length * perRequirement} findings: decided in ${median(decided).toFixed(0)} ms, page of ${shown} in ${median(written).toFixed(0)} ms`,
);
