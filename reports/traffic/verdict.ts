// The verdict on recorded traffic, for only those requirements that the traffic allows to check.
import { requirements } from '../../contract/requirements.ts';
import { decide } from '../verdict/decide.ts';
import type { RunFacts, Verdict } from '../verdict/verdict.ts';
import type { TrafficBooks } from './books.ts';

export function decideOnTraffic(books: TrafficBooks, facts: RunFacts, files: readonly string[]): Verdict {
  const { evidence, seen } = books.close(files);
  const checked = new Set(evidence.flatMap((record) => Object.keys(record.checked)));
  const found = new Set<string>(evidence.flatMap((record) => record.findings.map(({ requirement }) => requirement)));
  const asked = requirements.filter(({ id }) => checked.has(id) || found.has(id));
  const nothing = seen.judged === 0 ? 'no exchange could be judged by the contract' : undefined;
  return { ...decide(facts, asked, evidence, books.trouble ?? nothing), traffic: seen };
}
