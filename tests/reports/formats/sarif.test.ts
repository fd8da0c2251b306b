import { expect, test } from '@playwright/test';
import type { Log } from 'sarif';
import { sarif } from '../../../reports/sarif.ts';
import type { Verdict } from '../../../reports/verdict/verdict.ts';
import { mixedVerdict } from '../verdicts.ts';

const log = (verdict: Verdict): Log => JSON.parse(sarif(verdict)) as Log;
const resultsOf = (verdict: Verdict) => log(verdict).runs[0]?.results ?? [];

test('a broken must is an error, untested musts and advice are warnings, and what passed is no result', () => {
  const levels = resultsOf(mixedVerdict()).map(({ ruleId, level }) => `${ruleId} ${level}`);

  expect(levels).toContain('CARD-14 error');
  expect(levels).toContain('CARD-16 warning');
  expect(levels).toContain('PAY-01 warning');
  expect(levels.some((line) => line.startsWith('SESS-01') || line.startsWith('CARD-20'))).toBe(false);
});

test('each departure is a result of its own, with a rule that says the requirement', () => {
  const { runs } = log(mixedVerdict());
  const rules = new Map(runs[0]?.tool.driver.rules?.map((rule) => [rule.id, rule]));
  const results = runs[0]?.results ?? [];

  expect(results.filter(({ ruleId }) => ruleId === 'AUTH-03')).toHaveLength(2);
  for (const { ruleId = '' } of results) expect(rules.get(ruleId)?.shortDescription?.text).toContain(ruleId);
});

test('the same departure in another run is the same alert', () => {
  const prints = (verdict: Verdict) => resultsOf(verdict).map(({ partialFingerprints }) => partialFingerprints);

  expect(prints(mixedVerdict({ seed: 7, seconds: 3 }))).toEqual(prints(mixedVerdict()));
  expect(new Set(prints(mixedVerdict()).map((print) => JSON.stringify(print))).size).toBe(
    prints(mixedVerdict()).length,
  );
});

test('a result stands at the profile, where forges can show it', () => {
  const [first] = resultsOf(mixedVerdict({ profile: 'profiles/my bank.yaml' }));

  expect(first?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe('profiles/my%20bank.yaml');
});
