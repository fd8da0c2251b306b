// Where in the specs a check is declared.

/** As the JavaScript engine reports it, without the source map. */
export interface Place {
  /** As in file:///…/specs/cards/filters.spec.ts. */
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

const root = new URL('../../', import.meta.url).href;
const specs = `${root}specs/`;

/** As in specs/cards/filters.spec.ts, whether or not it is compiled. */
export const sourceAt = ({ url }: Place): string => url.slice(root.length).replace(/\.js$/, '.ts');

/**
 * The first spec file on the stack, and its outermost line there: where a file declares checks by a function of its own, the line that
 * calls this function.
 */
export function declaringPlace(): Place | undefined {
  const sites = callSites();
  const url = sites.map(fileOf).find((file) => file.startsWith(specs));
  const site = sites.findLast((each) => fileOf(each) === url);
  if (url === undefined || site === undefined) return undefined;
  return { url, line: site.getLineNumber() ?? 1, column: site.getColumnNumber() ?? 1 };
}

const fileOf = (site: NodeJS.CallSite): string => site.getFileName() ?? '';

/** The plain stack, without the formatting that a test runner installs. */
function callSites(): readonly NodeJS.CallSite[] {
  const { prepareStackTrace } = Error;
  try {
    Error.prepareStackTrace = (_, sites) => sites;
    return new Error().stack as unknown as readonly NodeJS.CallSite[];
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
}
