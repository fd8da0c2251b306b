// How to reproduce a failure: lines to paste into a POSIX shell, and what their variables stand for.
import { invocation } from '../../exchange/invocation.ts';
import { bareWord } from '../../exchange/shell.ts';
import type { ShownExchange } from '../../harness/record.ts';
import { lineFromEvidence } from '../../harness/run/shown.ts';
import { usualFolder } from '../folder.ts';
import type { RequirementResult, Verdict } from './verdict.ts';

export interface Again {
  /** Lines for the request alone, with the credentials that it needs, and for the whole check. */
  readonly lines: readonly string[];
  /** What the reader has to fill in. */
  readonly note?: string;
}

export function againOf({ id, findings }: RequirementResult, verdict: Verdict): Again {
  const shown = findings[0]?.shown;
  if (shown === undefined) return { lines: [repeatLine(id, verdict)] };
  const { lines, ...rest } = requestAgain(shown, verdict);
  const show = isKept(verdict) ? [showLine(shown, verdict)] : [];
  return { lines: [...lines, repeatLine(id, verdict), ...show], ...rest };
}

/** Without lines where the request stands in the evidence alone, and that was not kept. */
export function requestAgain(shown: ShownExchange, verdict: Verdict): Again {
  if (isFromEvidence(shown) && !isKept(verdict)) return { lines: [] };
  return { lines: [...credentialLines(shown, verdict), requestLine(shown, verdict)], ...noteOn(shown, verdict) };
}

const isKept = ({ kept }: Verdict): boolean => kept !== 'none';

const isFromEvidence = ({ id, curl }: ShownExchange): boolean => curl === lineFromEvidence(id);

/** The command that tests one requirement again as this run did, and keeps the report of this run. */
export function repeatLine(id: string, verdict: Verdict): string {
  const { seed, depth, safe, traffic, folder = usualFolder } = verdict;
  // Of a run that was itself such a repetition, the folder is beside it.
  const elsewhere = ['--out', `${folder.replace(/\/again\/[A-Z]+-\d+$/, '')}/again/${id}`];
  const words = traffic
    ? ['check', ...traffic.files, ...profileWords(verdict), ...elsewhere]
    : [
        ...['certify', '--only', id, '--seed', String(seed)],
        ...(depth === 'standard' ? [] : ['--depth', depth]),
        ...(safe ? ['--safe'] : []),
        ...targetWords(verdict),
        ...profileWords(verdict),
        ...elsewhere,
      ];
  return [invocation, ...words.map(bareWord)].join(' ');
}

const requestLine = (shown: ShownExchange, verdict: Verdict): string =>
  isFromEvidence(shown) ? lineFromEvidence(shown.id, folderWords(verdict)) : shown.curl;

/** The command that shows the whole exchange. */
const showLine = ({ id }: ShownExchange, verdict: Verdict): string =>
  [invocation, 'show', id, ...folderWords(verdict)].join(' ');

const folderWords = ({ folder }: Verdict): readonly string[] =>
  folder === undefined ? [] : ['--in', bareWord(folder)];

/** No --target for a run of the embedded service, which has another address each time. */
const targetWords = ({ target }: Verdict): readonly string[] => (isAddress(target) ? ['--target', target] : []);

const profileWords = ({ profile }: Verdict): readonly string[] => (profile === undefined ? [] : ['--profile', profile]);

const isAddress = (target: string): boolean => /^https?:\/\//.test(target);

/** A line for each variable with credentials: the request can only be sent again in a session of the user who sent it. */
function credentialLines({ placeholders = [], user }: ShownExchange, verdict: Verdict): readonly string[] {
  if (user === undefined || !isAddress(verdict.target)) return [];
  return placeholders.filter(isCredential).map(({ variable, holds }) => {
    const words = [
      'token',
      ...(holds === 'basic' ? ['--basic'] : []),
      ...(user === 'full' ? [] : ['--user', user]),
      ...targetWords(verdict),
      ...profileWords(verdict),
    ];
    return `${variable}=$(${[invocation, ...words.map(bareWord)].join(' ')})`;
  });
}

const isCredential = ({ holds }: { readonly holds: string }): boolean => holds !== 'other';

function noteOn({ placeholders = [], user }: ShownExchange, { target, traffic }: Verdict): Pick<Again, 'note'> {
  const given = user !== undefined && isAddress(target);
  const open = placeholders.filter((placeholder) => !given || !isCredential(placeholder));
  if (open.length === 0) return {};
  const names = open.map(({ variable }) => `$${variable}`).join(', ');
  const [stand, secrets, them] = open.length === 1 ? ['stands', 'a secret', 'one'] : ['stand', 'secrets', 'some'];
  const whose = traffic ? 'of the recording' : 'that this check sent';
  return { note: `${names} ${stand} for ${secrets} ${whose} and no report shows; put ${them} of your own there` };
}
