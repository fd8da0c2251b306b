// The requirements that the judge checks by rules of its own; all others it knows from the marks in openapi.yaml.
import type { RequirementId } from '../generated/sentences.ts';

export const rule = {
  noServerError: 'ERR-01',
  wholeResponse: 'ERR-02',
  parses: 'ERR-03',
  bodyStatus: 'ERR-08',
  knownShape: 'ERR-17',
  declaredSuccess: 'ERR-19',
  declaredValidation: 'ERR-32',
  listedStatus: 'ERR-20',
  knownMember: 'ERR-21',
  jsonType: 'ERR-22',
  limitedOperation: 'RATE-10',
  answersAtItsPath: 'VER-01',
  mfaStatus: 'MFA-01',
  mfaToken: 'MFA-02',
  createdStatus: 'CARD-42',
  noUnaskedCredential: 'CARD-31',
  noExtraInList: 'LEG-18',
  noUnaskedExtra: 'LEG-30',
  noUnaskedExpansion: 'PAY-37',
} as const satisfies Record<string, RequirementId>;

/** On these statuses every operation answers in the standard shape. */
export const standardShape: Readonly<Record<number, RequirementId>> = {
  400: 'ERR-04',
  401: 'ERR-05',
  403: 'ERR-06',
  429: 'ERR-07',
};

/** Statuses by which an HTTP server refuses requests that never reach the API. The specification does not bind their bodies. */
export const transportStatuses: ReadonlySet<number> = new Set([
  405, 406, 408, 411, 413, 414, 415, 416, 417, 426, 428, 431,
]);
