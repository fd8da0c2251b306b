// Which proxy a URL goes through, by the profile or the usual environment variables.
import type { Environment } from './profile/references.ts';

/** `setting` is `none`, `environment` or an address. */
export function proxyFor(url: string, setting: string, env: Environment): string | undefined {
  if (setting === 'none') return undefined;
  if (setting !== 'environment') return setting;
  const { protocol, hostname, port: named } = new URL(url);
  const port = named || (protocol === 'https:' ? '443' : '80');
  const get = (name: string) => env[name] || env[name.toLowerCase()];
  // A loopback address means this machine; through a proxy it would mean the machine of the proxy.
  if (/^(localhost|127\..*|\[::1\])$/.test(hostname) || isExcluded(hostname, port, get('NO_PROXY') ?? ''))
    return undefined;
  return protocol === 'https:' ? get('HTTPS_PROXY') : get('HTTP_PROXY');
}

function isExcluded(hostname: string, port: string, exclusions: string): boolean {
  return exclusions
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, host = '', entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      if (entryPort !== undefined && entryPort !== port) return false;
      const domain = host.replace(/^\*?\.?/, '');
      return host === '*' || hostname === domain || hostname.endsWith(`.${domain}`);
    });
}
