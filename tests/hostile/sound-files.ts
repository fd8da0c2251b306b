// One valid file of each kind that users provide, long enough to be cut in many places.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecording } from '../../exchange/recording/recording.ts';
import { createRedaction } from '../../exchange/redaction/redaction.ts';
import { planText } from '../../replay/plan/text.ts';
import type { DifferenceGroup } from '../../replay/verdict/result.ts';
import { decide } from '../../reports/verdict/decide.ts';
import { facts, finding, record, requirement } from '../reports/verdicts.ts';

const body = JSON.stringify(
  Array.from({ length: 20 }, (_, n) => ({ id: `card-${n}`, status: 'ACTIVE', note: 'a "quoted" [text]' })),
);
const url = 'https://api.example/v2/card?status=ACTIVE';

export const har = JSON.stringify({
  log: {
    version: '1.2',
    creator: { name: 'test', version: '1' },
    entries: Array.from({ length: 10 }, (_, n) => ({
      startedDateTime: `2026-01-01T00:00:0${n}.000Z`,
      time: 12,
      request: { method: 'GET', url, httpVersion: 'HTTP/1.1', headers: [], queryString: [], cookies: [] },
      response: {
        status: 200,
        statusText: 'OK',
        httpVersion: 'HTTP/1.1',
        headers: [{ name: 'content-type', value: 'application/json' }],
        cookies: [],
        content: { size: body.length, mimeType: 'application/json', text: body },
      },
      timings: { send: 1, wait: 10, receive: 1 },
    })),
  },
});

const separator = '\n\u{1f435}\u{1f648}\u{1f649}\n';
export const gor = Array.from({ length: 10 }, (_, n) => {
  const id = n.toString(16).padStart(24, '0');
  const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  return [
    `1 ${id} 1767225600${n}00000000\nGET /v2/card HTTP/1.1\r\nhost: api.example\r\n\r\n`,
    `2 ${id} 1767225600${n}10000000 10000000\n${answer}`,
  ];
})
  .flat()
  .map((message) => message + separator)
  .join('');

export async function recording(): Promise<Buffer> {
  const path = join(mkdtempSync(join(tmpdir(), 'assay-hostile-')), 'recording.ndjson');
  const writer = openRecording(path, { redaction: createRedaction() });
  for (let n = 0; n < 10; n += 1)
    writer.append({
      id: `e-${n}`,
      request: { method: 'GET', url, headers: [['accept', 'application/json']] },
      outcome: {
        kind: 'answered',
        response: { status: 200, headers: [['content-type', 'application/json']], body: Buffer.from(body) },
      },
      times: { startedAt: 1_767_225_600_000 + n, sent: 1, answered: 2, ended: 3 },
    });
  await writer.close();
  return readFileSync(path);
}

export const certificate = JSON.stringify({
  mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
  verificationMaterial: { publicKey: { hint: 'a key' } },
  dsseEnvelope: {
    payload: Buffer.from(
      JSON.stringify({ _type: 'https://in-toto.io/Statement/v1', subject: [], predicate: {} }),
    ).toString('base64'),
    payloadType: 'application/vnd.in-toto+json',
    signatures: [{ sig: Buffer.alloc(64, 7).toString('base64') }],
  },
});

export const plan = planText({
  recording: { exchanges: 10, unusable: 0 },
  bases: ['https://api.example'],
  users: [{ recorded: 'ann', actsAs: 'full', because: 'it is the only one', exchanges: 10 }],
  sessions: { count: 1, inherited: 0, shared: 0 },
  shardBy: 'session',
  operations: { listCards: 10 },
  links: [{ from: 'listCards /*/id', to: 'readCard path id', uses: 3, follow: true }],
  values: { 'card-1': 'card-2' },
  named: [],
  ignored: [{ operation: 'listCards', field: '/*/note', because: 'free text' }],
});

/** Only the members that excuses look at. */
export const difference = {
  operation: 'listCards',
  kind: 'value',
  field: '/*/note',
  count: 3,
  of: 10,
} as unknown as DifferenceGroup;

export const policy = `allow:
  - { operation: listCards, field: /*/note, kind: value, because: notes are rewritten now }
  - { operation: readCard, field: /status, because: &why wanted }
  - { operation: '*', field: /total, because: *why }
`;

export const noise = JSON.stringify({
  assay: 'replay noise',
  groups: Array.from({ length: 5 }, (_, n) => ({
    operation: 'listCards',
    field: `/*/note${n}`,
    kind: 'value',
    count: 3,
    of: 10,
    exchanges: ['e-1', 'e-2', 'e-3'],
  })),
});

export const verdict = JSON.stringify(
  decide(
    facts,
    ['CARD-14', 'CARD-15'].map((id) => requirement(id, 'a filter returns every card')),
    [record('CARD-14', { kind: 'broken' }, { findings: [finding('CARD-14')] }), record('CARD-15', { kind: 'held' })],
  ),
);
