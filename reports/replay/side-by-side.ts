// Both exchanges of a difference, to be opened: the recorded one beside the candidate's, with the place marked.
import type { Excerpt } from '../../replay/exhibit/excerpt.ts';
import type { Exhibit, ShownMessage } from '../../replay/exhibit/exhibit.ts';
import { type Html, html } from '../page/html.ts';
import { counted } from '../verdict/wording.ts';

/** Characters of all exchanges together, so that a browser opens the page at once. */
const mostCharacters = 12_000_000;

interface Shown {
  /** The place that is marked. */
  readonly at: string;
  readonly exchanges?: Exhibit;
}

/** Opens both exchanges, under a title of their own; undefined where they are not kept. */
export type Opening = (shown: Shown, title: string) => Html | undefined;

export const leftOut = html`<p class="origin">Its exchanges are left out, to keep the page small.</p>`;

/** Counts what it has made: from some size on, the page holds no more of them. */
export const createOpening = (): Opening => {
  let size = 0;
  return ({ at, exchanges }, title) => {
    if (exchanges === undefined || size > mostCharacters) return undefined;
    const { recorded, got } = exchanges;
    const side = (name: string, message: ShownMessage) => html`<div><p>${name}</p>${textOf(message, at)}</div>`;
    const opening = html`<details class="both"><summary>${title}</summary>
<div class="sides">${side('Request, as recorded', recorded.request)}${side('Request to the candidate', got.request)}${side('Answer, as recorded', recorded.answer)}${side('Answer of the candidate', got.answer)}</div>
<p class="soft">Recorded as <code>${recorded.id}</code>, answered by the candidate in <code>${got.id}</code></p></details>`;
    size += String(opening).length;
    return opening;
  };
};

const textOf = ({ head, body }: ShownMessage, at: string): Html =>
  html`<pre>${linesOf(head, at, 'header')}${
    body &&
    html`

${linesOf(body, at, 'line')}`
  }</pre>`;

const linesOf = ({ lines, above, below, mark }: Excerpt, at: string, of: string): Html => {
  const note = (count: number, where: string) => count > 0 && html`<i>… ${counted(count, `more ${of}`)} ${where}</i>`;
  const marked = mark ? lines.slice(mark.from, mark.to + 1) : [];
  const [before, behind] = mark ? [lines.slice(0, mark.from), lines.slice(mark.to + 1)] : [lines, []];
  const missing = mark?.is === 'missing' && html` <b>← without ${at}</b>`;
  const parts = [
    note(above, 'above'),
    before.length > 0 && before.map((line) => `  ${line}`).join('\n'),
    mark && html`<mark>${marked.map((line) => `≠ ${line}`).join('\n')}${missing}</mark>`,
    behind.length > 0 && behind.map((line) => `  ${line}`).join('\n'),
    note(below, 'below'),
  ].filter((part) => part !== false && part !== undefined);
  return html`${parts.map((part, index) => (index === 0 ? [part] : ['\n', part]))}`;
};
