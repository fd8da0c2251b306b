// Webhooks: the configuration and the events that can be subscribed to, both read-only.
import type { Operations } from '../http/call.ts';
import type { Service } from '../service-state.ts';
import { success } from './answers.ts';

export const webhooks = (service: Service): Operations => ({
  readWebhook: (call) =>
    success(service, call, {
      ...service.data.accounts.get(call.user!.name)!.webhook,
      publicJwk: service.publicJwk(),
    }),
  listWebhookEvents: (call) => success(service, call, service.data.events),
});
