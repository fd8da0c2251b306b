// Makes an exchange safe to be written down: every secret is replaced by a pseudonym, and everything else stays as it was.
//
// Secrets are found by the contract's marks, by telling names, by patterns, by known values, and by echo: a text masked in one part of an
// exchange is masked in its other parts too. A second redaction changes nothing, under any key.
import { operationOf } from '../../contract/operations.ts';
import {
  secrets as contractSecrets,
  type RequestMarks,
  type SecretMarks,
  type Secrets,
} from '../../contract/secrets.ts';
import { header, type Outcome, type WireRequest, type WireResponse } from '../../contract/wire.ts';
import type { RecordedExchange } from '../exchange.ts';
import { createBodyRedaction } from './bodies/body-redaction.ts';
import { createTextRedaction } from './bodies/text-redaction.ts';
import { createFieldRedaction, isCredentialHeader } from './field-redaction.ts';
import { createInspection } from './inspection.ts';
import { newKey } from './pseudonym.ts';
import { linearPattern } from './rules/linear-pattern.ts';
import { createSides } from './sides.ts';

export interface Redaction {
  exchange<Recorded extends RecordedExchange>(exchange: Recorded): Recorded;
  /** For messages and reports: masks telling names, patterns, known secrets and texts masked in earlier exchanges. */
  text(text: string): string;
  /** From now on this value is masked everywhere. */
  know(secret: string): void;
  /** For the environment of other processes that write the same recording; never for a file. */
  readonly key: string;
}

/** The additional secrets that a person names. */
export interface RedactionRules {
  /** Names of members, parameters, headers, elements and attributes. */
  readonly names?: readonly string[];
  /** Places in bodies, in the syntax of `rules/paths.ts`. */
  readonly paths?: readonly string[];
  /** Regular expressions, in the syntax of `rules/linear-pattern.ts`. */
  readonly patterns?: readonly string[];
}

export interface RedactionOptions extends RedactionRules {
  /** The `key` of another redaction; without it, a new one is made. */
  readonly key?: string;
  readonly known?: Iterable<string>;
  /** Names of headers that the profile sends with every request; their values are secret under these names. */
  readonly headers?: readonly string[];
  /** Part of the target's URL before the version. */
  readonly basePath?: string;
  readonly secrets?: Secrets;
  readonly locate?: Locate;
}

type Locate = (method: string, url: string) => { operation: { id: string; path: string } } | undefined;

/** The environment variable that passes the key to other processes. */
export const redactionKeyVariable = 'ASSAY_REDACTION_KEY';

export const createRedaction = (options: RedactionOptions = {}): Redaction => {
  const secrets = options.secrets ?? contractSecrets;
  const locate: Locate = options.locate ?? ((method, url) => operationOf(method, url, options.basePath));
  const key = options.key === undefined ? newKey() : Buffer.from(options.key, 'base64');
  const { known = [], headers: own = [], names = [], paths = [], patterns = [] } = options;
  const inspection = createInspection(key, { known, patterns: patterns.map(linearPattern) });
  const sides = createSides(secrets, names, paths);
  const texts = createTextRedaction(inspection);
  const redactedBody = createBodyRedaction(inspection, texts);
  const fields = createFieldRedaction(inspection, texts, new Set(own.map((name) => name.toLowerCase())));
  const shown = (text: string): string => texts.any(text, sides.of(undefined));

  const request = (of: WireRequest, template?: string, marks?: RequestMarks): WireRequest => {
    const side = sides.of(marks);
    const headers = fields.headers(of.headers, side, marks?.headers ?? secrets.headers);
    const body = of.body && redactedBody(of.body, header(of.headers, 'content-type') ?? '', side);
    return { ...of, url: fields.url(of.url, side, template, marks), headers, ...(body ? { body } : {}) };
  };

  const response = (of: WireResponse, marks?: SecretMarks): WireResponse => {
    const side = sides.of(marks);
    const headers = fields.headers(of.headers, side, marks?.headers ?? secrets.headers);
    return { ...of, headers, body: redactedBody(of.body, header(of.headers, 'content-type') ?? '', side) };
  };

  const outcome = (of: Outcome, marks?: SecretMarks): Outcome => {
    if (of.kind === 'answered') return { kind: 'answered', response: response(of.response, marks) };
    const failure = { ...of.failure, message: shown(of.failure.message) };
    return { kind: 'failed', failure, ...(of.beginning && { beginning: response(of.beginning, marks) }) };
  };

  return {
    key: key.toString('base64'),
    know: inspection.know,
    text(text) {
      inspection.begin();
      return shown(inspection.withoutHandedOut(text));
    },
    exchange<Recorded extends RecordedExchange>(exchange: Recorded): Recorded {
      inspection.begin();
      const operation = locate(exchange.request.method, exchange.request.url)?.operation;
      const marks = operation && secrets.operations.get(operation.id);
      const redacted = (): Recorded => ({
        ...exchange,
        request: request(exchange.request, operation?.path, marks?.request),
        ...(exchange.outcome ? { outcome: outcome(exchange.outcome, marks?.response) } : {}),
        ...(exchange.user === undefined ? {} : { user: inspection.inspected(exchange.user) }),
      });
      // Credentials are echoed most often, so they are found first. If other secrets are found on the way, the whole exchange is redacted
      // again.
      const credentials = exchange.request.headers.filter(([name]) => isCredentialHeader(name));
      fields.headers(credentials, sides.of(marks?.request), marks?.request.headers ?? secrets.headers);
      const expected = inspection.echoes.size;
      const once = redacted();
      return inspection.echoes.size === expected ? once : redacted();
    },
  };
};
