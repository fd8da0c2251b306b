// A template tag for HTML that escapes every value except markup that it made itself.
import { visible } from '../terminal/visible.ts';

/** Markup that is safe to place as it is. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

type Piece = Html | string | number | undefined | false | readonly Piece[];

export const html = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(strings.reduce((all, string, index) => `${all}${rendered(pieces[index - 1])}${string}`));

/** Only for markup that is written in our own code. */
export const trusted = (markup: string): Html => new Html(markup);

/** Data for `<script type="application/json">`, escaped so that it can neither end the element nor open a comment in it. */
export const json = (data: unknown): Html =>
  trusted(
    visible(JSON.stringify(data)).replace(
      /[<>&]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );

function rendered(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.toString();
  if (typeof piece === 'object') return piece.map(rendered).join('');
  return escaped(String(piece));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => visible(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
