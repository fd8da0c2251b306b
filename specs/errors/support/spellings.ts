// Other spellings of an address. A router may accept them, while a guard that compares addresses with a pattern knows only the usual one.

/** Spellings of a path that has a version and a name, with or without an id behind. */
export function otherSpellings(path: string): readonly string[] {
  const [, version = '', name = '', ...id] = path.split('/');
  const at = (...before: readonly string[]) => `/${[...before, ...id].join('/')}`;
  return [
    `${path}/`,
    at(version, name.toUpperCase()),
    at(version.toUpperCase(), name),
    at('', version, name),
    at(version, '', name),
    at(version, '.', name),
    at(version, `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`),
    // Not tried behind an id, because they would change the id.
    ...(id.length === 0 ? [`${path}.json`, `${path};a=b`] : []),
  ];
}
