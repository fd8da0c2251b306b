// The command lines that the README, CONTRIBUTING and docs/ tell a reader to paste.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../command.ts';

interface DocumentedLine {
  readonly page: string;
  /** Begins with `npx assay`, `assay` or `npm run certify --`; has no comment. */
  readonly line: string;
  /** The rest of the line after that. */
  readonly given: string;
}

export const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'));

/** The lines of code blocks, fenced or indented; a line that ends with a backslash is joined with the next. */
const codeIn = (text: string): readonly string[] =>
  [...text.matchAll(/^```\w*\n([\s\S]*?)^```|((?:^ {4,}\S.*\n)+)/gm)].flatMap(([, fenced, indented = '']) =>
    (fenced ?? indented).replaceAll(/\\\n\s*/g, ' ').split('\n'),
  );

const calls = /(?:^|\s|\()((?:npx assay|assay|npm run certify --) +([a-z].*))$/;

export const documented: readonly DocumentedLine[] = pages.flatMap((page) =>
  codeIn(readFileSync(join(root, page), 'utf8')).flatMap((text) => {
    const [, line = '', given] = calls.exec(text.replace(/\s+#.*$/, '').replace(/\)$/, '')) ?? [];
    return given === undefined || /^\s*#/.test(text) ? [] : [{ page, line: line.trim(), given: given.trim() }];
  }),
);
