// Says in the contract's words why there is no response, from the errors of the connection and the parser.
import { errors } from 'undici';
import type { WireFailure } from '../../contract/wire.ts';
import { ConnectFailure, tlsReason } from './connection.ts';

interface ReportedError extends Error {
  readonly code?: string;
  readonly reason?: string;
}

const usageErrors = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_DESTROYED',
  'UND_ERR_CLOSED',
]);

/** The request cannot be sent as it is, to any target. */
export const isUsageError = (error: ReportedError): boolean => usageErrors.has(error.code ?? '');

export const failureOf = (error: ReportedError, headCame: boolean): WireFailure => {
  const where = headCame ? 'before the body was whole' : 'before a response came';
  const code = error.code ?? '';
  if (error instanceof ConnectFailure) return { kind: error.kind, message: error.message };
  if (/^ERR_(SSL|TLS)_/.test(code)) return { kind: 'tls', message: tlsReason(error.message) };
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return { kind: 'malformed', message: 'the response head is longer than 256 KiB' };
  if (error instanceof errors.HTTPParserError)
    return error.message.includes('EOF')
      ? { kind: 'dropped', message: `the connection ended ${where}` }
      : {
          kind: 'malformed',
          message: `not an HTTP response: ${/\((.*)\)$/.exec(error.message)?.[1] ?? error.message}`,
        };
  // The parser also reports this for other errors after a content-length.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
    return headCame
      ? { kind: 'dropped', message: 'the body is not as long as content-length says' }
      : { kind: 'malformed', message: 'the response head is no HTTP' };
  // The parser asserts that a status has three digits, and that the first is not 0.
  if (code === 'ERR_ASSERTION') return { kind: 'malformed', message: 'the response head has no status of HTTP' };
  if (/^bad (response|upgrade)/.test(error.message))
    return { kind: 'malformed', message: `not a response to this request: ${error.message}` };
  if (code === 'UND_ERR_SOCKET' || code === '') return { kind: 'dropped', message: `the connection ended ${where}` };
  return { kind: 'dropped', message: `the connection ended ${where} (${code})` };
};
