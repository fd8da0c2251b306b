// How fast exchanges are redacted, by the kind of traffic, in processor time: other work on the machine changes little about it.
// Argument: exchanges of each kind (20000).
import { randomUUID } from 'node:crypto';
import type { RecordedExchange } from '../../exchange/exchange.ts';
import { createRedaction } from '../../exchange/redaction/redaction.ts';
import { cardBody } from '../replay/traffic.ts';

const [count = 20_000] = process.argv.slice(2).map(Number);
const turns = 5;

const exchangeWith = (path: string, body: string, asked?: string): RecordedExchange => ({
  id: 'x-1',
  request: {
    method: asked === undefined ? 'GET' : 'POST',
    url: `http://target.example${path}`,
    headers: [
      ['host', 'target.example'],
      ['accept', 'application/json'],
      ['accept-language', 'en-GB,en;q=0.9'],
      ['user-agent', 'made-up/1.0 (bench)'],
      ['authorization', 'Bearer at_8Qw3vR1nTz0Yk5Jm2Lx7'],
      ['x-request-id', randomUUID()],
    ],
    ...(asked !== undefined && { body: Buffer.from(asked) }),
  },
  outcome: {
    kind: 'answered',
    response: {
      status: 200,
      headers: [
        ['content-type', 'application/json'],
        ['cache-control', 'no-store'],
        ['date', 'Fri, 20 Nov 2026 09:04:35 GMT'],
      ],
      body: Buffer.from(body),
    },
  },
  times: { startedAt: 1_700_000_000_000, sent: 0, answered: 1, ended: 2 },
});

const order = (index: number): string =>
  JSON.stringify({
    orderId: randomUUID(),
    createdAt: `2026-01-15T10:00:${String(index % 60).padStart(2, '0')}Z`,
    customer: { firstName: 'Made', lastName: 'Up', city: 'Anywhere', zipCode: '12345', countryCode: 'LT' },
    lines: Array.from({ length: 8 }, (_, line) => ({ sku: `S-${line}`, count: line, price: 12.5, note: 'as agreed' })),
    links: { self: `https://shop.example/orders/${index}?page=1`, next: null },
  });

const kinds: Readonly<Record<string, (index: number) => RecordedExchange>> = {
  'a card, as before': () => exchangeWith('/v2/card/7', cardBody('7')),
  'a card, new': () => exchangeWith('/v2/card/7', cardBody(randomUUID())),
  'a list of 20 cards': () =>
    exchangeWith('/v2/card', `[${Array.from({ length: 20 }, () => cardBody(randomUUID())).join()}]`),
  'credentials of a card': (index) =>
    exchangeWith(
      '/v2/card/7/credentials',
      JSON.stringify({
        pan: '4111111111111111',
        cvv: String(100 + (index % 900)),
        pin: '4711',
        phone: '+447700900123',
      }),
      '{"fields":["pan","cvv","pin","phone"]}',
    ),
  'an order elsewhere': (index) => exchangeWith('/shop/orders', order(index), order(index + 1)),
};

for (const [kind, make] of Object.entries(kinds)) {
  const redaction = createRedaction({ known: ['made-up-password', 'another-password-1'] });
  const best = { each: Number.POSITIVE_INFINITY, bytes: 0 };
  for (let turn = 0; turn < turns; turn += 1) {
    const traffic = Array.from({ length: Math.ceil(count / turns) }, (_, index) => make(index));
    const began = process.cpuUsage();
    for (const exchange of traffic) redaction.exchange(exchange);
    const { user, system } = process.cpuUsage(began);
    const each = (user + system) / traffic.length;
    const [{ outcome }] = traffic as [RecordedExchange];
    if (each < best.each)
      Object.assign(best, { each, bytes: outcome?.kind === 'answered' ? outcome.response.body.length : 0 });
  }
  console.log(`  ${kind.padEnd(24)} ${best.each.toFixed(1)} µs an exchange, answers of ${best.bytes} bytes`);
}
