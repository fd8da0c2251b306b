// Both exchanges of a difference, folded in: the recorded one beside the candidate's, with every place marked where they differ.
import type { Excerpt, Mark, OtherMark } from '../../replay/exhibit/excerpt.ts';
import type { Exhibit, ShownMessage } from '../../replay/exhibit/exhibit.ts';
import { type Html, html } from '../page/html.ts';
import { counted } from '../verdict/wording.ts';

/** The most characters of all exchanges together; with more, a browser would open the page slowly. */
const mostCharacters = 12_000_000;

interface Shown {
  /** The place that is marked. */
  readonly at: string;
  readonly exchanges?: Exhibit;
}

/** Makes the element that opens both exchanges, under a title; undefined where they are not kept or the page is full. */
export type Opening = (shown: Shown, title: string) => Html | undefined;

export const leftOut = html`<p class="origin">Its exchanges are left out, to keep the page small.</p>`;

/** Counts the characters that it has made, and makes no more when the page is full. */
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

const linesOf = ({ lines, above, below, mark, also = [] }: Excerpt, at: string, of: string): Html => {
  const note = (count: number, where: string) => count > 0 && html`<i>… ${counted(count, `more ${of}`)} ${where}</i>`;
  const isWithin = (index: number) => (each: Mark) => each.from <= index && index <= each.to;
  const placed = lines.map((line, index): Placed => {
    const isOwn = mark !== undefined && isWithin(index)(mark);
    const others = also.filter(isWithin(index));
    const without = [...(isOwn && mark.is === 'missing' ? [at] : []), ...missingIn(others)];
    return { line, of: isOwn ? 'own' : others.length > 0 ? 'other' : 'none', without };
  });
  const parts = [note(above, 'above'), ...stretches(placed).map(stretchShown), note(below, 'below')].filter(
    (part) => part !== false,
  );
  return html`${parts.map((part, index) => (index === 0 ? [part] : ['\n', part]))}`;
};

interface Placed {
  readonly line: string;
  /** `own`: the difference that the card is about; `other`: another one; `none`: no difference. */
  readonly of: 'own' | 'other' | 'none';
  /** Names of the members that are missing at this line. */
  readonly without: readonly string[];
}

const missingIn = (marks: readonly OtherMark[]): string[] =>
  marks.filter(({ is }) => is === 'missing').map(({ at }) => at);

/** Joins adjacent lines of one kind. */
const stretches = (placed: readonly Placed[]): Placed[][] => {
  const found: Placed[][] = [];
  for (const each of placed) {
    const last = found.at(-1);
    if (last && last[0]!.of === each.of) last.push(each);
    else found.push([each]);
  }
  return found;
};

const stretchShown = (stretch: readonly Placed[]): Html => {
  const isMarked = stretch[0]!.of !== 'none';
  const lines = stretch.map(({ line, without }, index) => [
    index === 0 ? '' : '\n',
    `${isMarked ? '≠' : ' '} ${line}`,
    without.length > 0 && html` <b>← without ${without.join(', ')}</b>`,
  ]);
  if (!isMarked) return html`${lines}`;
  return stretch[0]!.of === 'own' ? html`<mark>${lines}</mark>` : html`<mark class="other">${lines}</mark>`;
};
