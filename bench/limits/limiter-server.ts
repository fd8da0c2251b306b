// A real server on loopback that limits each path by the limiter which the path describes.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { modelOf } from '../../load/models/index.ts';
import type { ModelId } from '../../load/models/model.ts';
import { type Limiter, limiterOf } from '../../tests/load/limiter.ts';

export interface Limited {
  readonly model: ModelId;
  readonly count: number;
  readonly window: number;
  readonly phase?: number;
  /** Milliseconds by which each way may take longer. */
  readonly jitter?: number;
  /** Milliseconds of work for an admitted request. */
  readonly work?: number;
  /** Distinguishes limiters that are otherwise alike. */
  readonly key: string;
}

export const pathOf = (limited: Limited): string => `/?${new URLSearchParams({ limited: JSON.stringify(limited) })}`;

interface LimiterServer {
  readonly url: string;
  close(): Promise<void>;
}

export const startLimiterServer = async (): Promise<LimiterServer> => {
  const limiters = new Map<string, Limiter>();
  const answer = async (limited: Limited, response: ServerResponse): Promise<void> => {
    const { model, count, window, phase = 0, jitter = 0, work = 0 } = limited;
    const name = JSON.stringify(limited);
    const limiter = limiters.get(name) ?? limiterOf(modelOf(model), { count, window, phase });
    limiters.set(name, limiter);
    if (jitter > 0) await sleep(Math.random() * jitter);
    const now = performance.now();
    const admitted = limiter.admit(now);
    const busy = (admitted ? limiter.wait(now) + work : 0) + Math.random() * jitter;
    if (busy > 0) await sleep(busy);
    response.statusCode = admitted ? 200 : 429;
    response.end();
  };
  const server = createServer((request, response) => {
    const described = new URL(request.url ?? '/', 'http://limited').searchParams.get('limited');
    void answer(JSON.parse(described ?? '{}') as Limited, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
