// The reference service, plain or as one of its variants, in a process of its own. It is sent the variant and the port at which deliveries arrive,
// and answers with its address and a correct profile.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { startReference, variantList } from '../../reference/service.ts';
import { changed } from '../../reference/settings.ts';

export interface Asked {
  readonly variant?: string;
  readonly receiver: number;
}

export interface Served {
  readonly url: string;
  readonly profile: unknown;
}

process.on('message', async ({ variant, receiver }: Asked) => {
  const service = await startReference({
    ...(variant && { variant }),
    webhook: { url: `http://127.0.0.1:${receiver}/` },
  });
  const plain = parse(readFileSync('reference/profile.yaml', 'utf8'));
  const profile = changed(plain, variantList().find(({ id }) => id === variant)?.profile);
  profile.allow.webhookReceiver.port = receiver;
  process.send?.({ url: service.url, profile });
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
