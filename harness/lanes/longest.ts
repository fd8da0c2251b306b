// The files whose checks take longest at a far target, because they send many requests one after another. They begin first, because they
// decide how long a run takes.
export const longestFiles = [
  'authentication/ownership',
  'beneficiaries/creation',
  'cards/sms-notification',
  'parity/concurrency',
  'parity/expansions',
  'payments/expansions',
  'payments/signing',
];

/** By the runner's names for files of checks; the others keep their order. */
export const longestFirst = <Check extends { readonly file: string }>(checks: readonly Check[]): readonly Check[] => {
  const isLong = ({ file }: Check) =>
    longestFiles.some((long) => file.replaceAll('\\', '/').startsWith(`${long}.spec.`));
  return [...checks.filter(isLong), ...checks.filter((check) => !isLong(check))];
};
