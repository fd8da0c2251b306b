// A client of the reference service: starts a service, logs users in, sends what a test asks for.
import { connect } from 'node:net';
import { type ReferenceOptions, startReference } from '../../reference/service.ts';
import { type User, users } from '../../reference/users.ts';
import { variants } from '../../reference/variants/catalogue.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
export type Loose = any;

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Loose;
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>> | string;
  /** Bytes that are sent unchanged, with the content type that the headers name. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
}

export type Send = (method: string, path: string, sent?: Sent) => Promise<Seen>;

const parsed = (text: string): Loose => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const sender =
  (url: string, standing: Readonly<Record<string, string>> = {}): Send =>
  async (method, path, { headers = {}, json, form, raw } = {}) => {
    const type =
      json !== undefined ? 'application/json' : form !== undefined ? 'application/x-www-form-urlencoded' : undefined;
    const body =
      json !== undefined ? JSON.stringify(json) : form !== undefined ? String(new URLSearchParams(form)) : raw;
    const response = await fetch(url + path, {
      method,
      headers: { ...standing, ...(type && { 'content-type': type }), ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };

export const userNamed = (name: User['name']): User => users.find((user) => user.name === name)!;

export const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

const basicOf = (name: User['name']): string => {
  const { username, password } = userNamed(name);
  return basic(username, password);
};

/** Started for one test and closed after it: `await using service = await started()`. */
export interface Started extends AsyncDisposable {
  readonly url: string;
  readonly send: Send;
  /** Sends with Basic credentials. */
  basic(name: User['name']): Send;
  /** Sends with a new session. */
  as(name: User['name']): Promise<Send>;
  signToken(name: User['name']): Promise<string>;
  close(): Promise<void>;
}

/** The headers that the profile of this variant sends with every request. */
function headersWanted({ variant }: ReferenceOptions): Readonly<Record<string, string>> {
  const profile: Loose = variants.find(({ id }) => id === variant)?.profile;
  return profile?.target?.headers ?? {};
}

export const started = async (options: ReferenceOptions = {}): Promise<Started> => {
  const { url, close } = await startReference({ webhook: { enable: false }, ...options });
  const wanted = headersWanted(options);
  const withBasic = (name: User['name']): Send => sender(url, { ...wanted, authorization: basicOf(name) });

  const confirmed = async (name: User['name'], mfaToken: string): Promise<string> => {
    const { body } = await withBasic(name)('POST', `/v2/mfa/sms/sign/${mfaToken}`, {
      json: { code: userNamed(name).smsCode },
    });
    return body.data.signToken;
  };

  const as = async (name: User['name']): Promise<Send> => {
    const { body } = await withBasic(name)('POST', '/v3/auth/token', { json: { fingerprint: 'test' } });
    const exchange = async (): Promise<string> => {
      const signToken = await confirmed(name, body.mfaToken);
      const set = await withBasic(name)('POST', '/v2/auth/token', { json: { signToken, fingerprintid: 'test' } });
      return set.body.data.accessToken;
    };
    return sender(url, { ...wanted, authorization: `Bearer ${body.access?.token ?? (await exchange())}` });
  };

  return {
    url,
    send: sender(url, wanted),
    basic: withBasic,
    as,
    async signToken(name) {
      const send = await as(name);
      const invitation = { email: 'a@example.com', phone: '+1555', name: 'A', walletAccess: [], role: 'viewOnly' };
      const { body } = await send('POST', '/v2/member', { json: invitation });
      return confirmed(name, body.mfaToken);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
};

/** Writes bytes to a socket and returns everything that arrived until the service closed it, or until `quiet` milliseconds without a byte. */
export const rawly = (url: string, bytes: string, quiet = 1500): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const pieces: Buffer[] = [];
    const finish = () => {
      socket.destroy();
      resolve(Buffer.concat(pieces).toString('latin1'));
    };
    socket.setTimeout(quiet, finish);
    socket.on('data', (piece) => pieces.push(piece));
    socket.on('end', finish);
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? finish() : reject(error)));
    socket.on('connect', () => socket.write(bytes, 'latin1'));
  });
