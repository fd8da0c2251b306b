// Each hostile answer passes through the client, the judge, the redaction and the evidence: the right requirement is broken for the stated reason, in
// limited time and memory, the next request is answered as usual, and no connection is left open.
import type { Socket } from 'node:net';
import type { Exchange } from '../../exchange/exchange.ts';
import { openRecording, readRecording } from '../../exchange/recording/recording.ts';
import { createRedaction } from '../../exchange/redaction/redaction.ts';
import { Ledger } from '../../harness/run/ledger.ts';
import { connect } from '../../subject/connection.ts';
import { declaredNames } from '../../subject/names.ts';
import { openingsOf } from '../../subject/openings.ts';
import { defaultProfile } from '../../subject/profile/profile.ts';
import { expect, onRequests, test } from '../exchange/fixtures.ts';
import { answers, whole } from './answers.ts';

const longestBody = 8 * 1024 * 1024;

for (const [what, { hostile, breaks, hangs }] of Object.entries(answers))
  test(`${what}: ${breaks?.[0] ?? 'borne'}`, async ({ raw }, info) => {
    const sockets = new Set<Socket>();
    const server = await raw((socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      onRequests(socket, (head) => (head.includes('/v2/card?') ? hostile(socket) : whole('[]')(socket)));
    });
    // Only answers that hang use up their time, so the others get plenty of it for slow machines.
    const timeouts = { connect: 60_000, response: hangs ? 500 : 120_000 };
    const profile = { ...defaultProfile({ ASSAY_USERNAME: 'x', ASSAY_PASSWORD: 'y' }, { url: server.url }), timeouts };
    const redaction = createRedaction();
    const ledger = new Ledger(openingsOf(profile, declaredNames(profile.open)), redaction);
    const evidence = info.outputPath('evidence.ndjson');
    const recording = openRecording(evidence, { redaction });
    const observer = (exchange: Exchange) => {
      ledger.enter(exchange);
      recording.append(exchange);
    };
    const target = connect(profile, { observer });

    const exchange = await target.send({ method: 'GET', path: '/v2/card?x' });
    const { findings } = ledger.take();
    const written = [...sockets].reduce((most, socket) => Math.max(most, socket.bytesWritten), 0);
    const next = await target.send({ method: 'GET', path: '/v2/card' });
    await target.close();
    await recording.close();

    const own = findings.filter(({ requirement }) => requirement === breaks?.[0]);
    if (breaks) expect(own.map(({ expected, got }) => `${expected}: ${got}`).join('\n')).toMatch(breaks[1]);
    else expect(findings).toEqual([]);
    for (const { got } of own) expect(got).not.toContain('\n');
    if (exchange.outcome.kind === 'answered')
      expect(exchange.outcome.response.body.length).toBeLessThanOrEqual(longestBody);
    // Nobody reads on, but the sockets of both sides hold some of it.
    expect(written).toBeLessThan(4 * longestBody);
    expect(next.outcome).toMatchObject({ kind: 'answered', response: { status: 200 } });
    const kinds = [];
    for await (const { kind } of readRecording(evidence)) kinds.push(kind);
    expect(kinds).toEqual(['header', 'exchange', 'exchange']);
    await expect.poll(() => sockets.size, { timeout: 60_000 }).toBe(0);
  });
