// How `npm run allure` makes a report of Allure's from the results of runs, and keeps what earlier ones showed: trends of verdicts
// and of durations. It is read by Allure 3, which is no dependency of ours.
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
