// The reference service as one of its variants, in a process of its own: asked with the variant and the port at which deliveries
// arrive, it answers with its address and an honest profile.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { startReference } from '../../reference/service.ts';

interface Asked {
  readonly variant: string;
  readonly receiver: number;
}

process.on('message', async ({ variant, receiver }: Asked) => {
  const service = await startReference({ variant, webhook: { url: `http://127.0.0.1:${receiver}/` } });
  const profile = parse(readFileSync('reference/profile.yaml', 'utf8'));
  profile.allow.webhookReceiver.port = receiver;
  process.send?.({ url: service.url, profile });
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
