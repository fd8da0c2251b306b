// Other spellings of an address: a router may take them for the same, while what guards the address by a pattern knows the usual one alone.

/** Of a path that has a version and a name, with or without an id behind. */
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
    // Not tried behind an id, because they would make another id of it.
    ...(id.length === 0 ? [`${path}.json`, `${path};a=b`] : []),
  ];
}
