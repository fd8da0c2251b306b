// Statuses that the profile declares; the judge compares every answer with them (contract/judge/aspects/successes.ts, errors.ts).
import { requirement } from '../../harness/declare/requirement.ts';

requirement(
  'ERR-19',
  'a success answer has a status the profile declares for the operation, where it declares any',
  async ({ profile, observe }) => {
    const declared = Object.keys(profile.declares.success).length;
    observe(
      declared === 0 ? 'the profile declares no success status: any will do' : `${declared} operations declare theirs`,
    );
  },
);

requirement(
  'ERR-32',
  'a validation-error body comes with the status that the profile declares for it, where it declares one',
  async ({ profile, observe }) => {
    const status = profile.declares.validationStatus;
    observe(
      status === undefined
        ? 'the profile declares no status of validation errors: any 4xx will do'
        : `validation errors have ${status}, as declared`,
    );
  },
);
