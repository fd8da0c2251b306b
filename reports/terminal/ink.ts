// Colours for a terminal, or none.
import { styleText } from 'node:util';

const styles = ['red', 'green', 'yellow', 'blue', 'bold', 'dim'] as const;

export type Ink = Readonly<Record<'plain' | (typeof styles)[number], (text: string) => string>>;

const plain = (text: string): string => text;

export function inkFor(colour: boolean): Ink {
  // `wantsColour` decides about colour; without this, `styleText` would decide again by its own stream.
  const paint = (style: (typeof styles)[number]) => (text: string) => styleText(style, text, { validateStream: false });
  const inks = styles.map((style) => [style, colour ? paint(style) : plain]);
  return { plain, ...Object.fromEntries(inks) };
}

/** Whether to write in colour to a stream: only to a terminal without NO_COLOR (no-color.org), or where colour is forced. */
export function wantsColour(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const { NO_COLOR: none = '', FORCE_COLOR: forced = '', TERM: terminal } = env;
  if (forced !== '') return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && none === '' && terminal !== 'dumb';
}
