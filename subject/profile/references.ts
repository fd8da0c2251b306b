// Replaces `${env:NAME}` and `${file:PATH}` by what they refer to, so that no secret has to stand in a profile. A placeholder that was
// copied from an example, such as `<fill in the UUID of a draft>`, is refused.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { whyUnread } from '../../exchange/unread.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

type Resolved = { readonly kind: 'text'; readonly text: string; readonly referred: boolean } | Unresolved;

interface Unresolved {
  readonly kind: 'unresolved';
  readonly message: string;
}

const reference = /\$?\$\{([^}]*)\}/g;

/** The examples of the schema write it where only the reader knows a value. */
const unfilled = /<fill in ([^<>]*)>/;

/** `folder` is where relative files are looked for. A doubled dollar sign stands for a plain one. */
export function resolveReferences(text: string, env: Environment, folder: string): Resolved {
  const [, place] = unfilled.exec(text) ?? [];
  if (place !== undefined) return { kind: 'unresolved', message: `this is still to be filled in: ${place}` };
  const missing: string[] = [];
  let referred = false;
  const replaced = text.replaceAll(reference, (whole, inner: string) => {
    if (whole.startsWith('$$')) return whole.slice(1);
    referred = true;
    const value = lookUp(inner, env, folder);
    if (value.kind === 'text') return value.text;
    missing.push(value.message);
    return '';
  });
  return missing.length > 0
    ? { kind: 'unresolved', message: missing.join('; ') }
    : { kind: 'text', text: replaced, referred };
}

function lookUp(inner: string, env: Environment, folder: string): Resolved {
  const [, kind, name = '', fallback] = /^(\w+):(.*?)(?::-(.*))?$/s.exec(inner) ?? [];
  if (kind === 'env' && /^\w+$/.test(name)) {
    const value = env[name] || fallback;
    if (value !== undefined) return { kind: 'text', text: value, referred: true };
    return { kind: 'unresolved', message: `the environment variable ${name} is not set` };
  }
  if (kind === 'file' && name !== '') {
    const path = resolve(folder, name);
    try {
      return { kind: 'text', text: readFileSync(path, 'utf8').replace(/\r?\n$/, ''), referred: true };
    } catch (error) {
      if (fallback !== undefined) return { kind: 'text', text: fallback, referred: true };
      return { kind: 'unresolved', message: `the file ${path} cannot be read: ${whyUnread(error)}` };
    }
  }
  return {
    kind: 'unresolved',
    message: `\${${inner}} is not a reference; expected \${env:NAME}, \${env:NAME:-default} or \${file:PATH}`,
  };
}
