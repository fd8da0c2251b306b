// Where in the specs a check is declared.

/** As the JavaScript engine reports it. Whoever shows it applies the source map. */
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
 * The first file of the specs on the stack, and in it the outermost line: a file that declares many checks by one function of its own
 * is read where it calls that function.
 */
export function declaringPlace(): Place | undefined {
  const sites = callSites();
  const url = sites.map(fileOf).find((file) => file.startsWith(specs));
  const site = sites.findLast((each) => fileOf(each) === url);
  if (url === undefined || site === undefined) return undefined;
  return { url, line: site.getLineNumber() ?? 1, column: site.getColumnNumber() ?? 1 };
}

const fileOf = (site: NodeJS.CallSite): string => site.getFileName() ?? '';

/** Without what a runner makes of stacks to show them. */
function callSites(): readonly NodeJS.CallSite[] {
  const { prepareStackTrace } = Error;
  try {
    Error.prepareStackTrace = (_, sites) => sites;
    return new Error().stack as unknown as readonly NodeJS.CallSite[];
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
}
