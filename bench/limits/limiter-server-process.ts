// The limiter server as a process of its own, so that it and the bench do not wait for each other.
import { startLimiterServer } from './limiter-server.ts';

const { url } = await startLimiterServer();
process.send?.(url);
process.once('disconnect', () => process.exit());
