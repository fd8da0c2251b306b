// How `npm run allure` makes an Allure report from the results of runs, and keeps the history of earlier ones: trends of verdicts
// and of durations. Allure 3 reads this file; it is not a dependency of Assay.
const out = process.env['ASSAY_OUT'] ?? 'assay-report';

export default {
  name: 'Assay',
  resultsDir: `${out}/allure-results`,
  output: `${out}/allure-report`,
  historyPath: `${out}/allure-history.jsonl`,
  plugins: {
    awesome: { options: { groupBy: ['epic', 'feature', 'story'], singleFile: false } },
    dashboard: { options: {} },
  },
};
