// Starts a module of this folder as a process of its own and waits for the first thing that it reports.
import { fork } from 'node:child_process';

export interface ServerProcess<Message> {
  readonly said: Message;
  /** Asks for one more message. */
  ask(): Promise<Message>;
  stop(): void;
}

export const startProcess = async <Message>(name: string): Promise<ServerProcess<Message>> => {
  // Under a loader the modules are TypeScript, compiled they are JavaScript.
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const child = fork(new URL(`./${name}.${extension}`, import.meta.url));
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', () => reject(new Error(`${name} ended`)));
  });
  // It ends by itself when it is stopped: that is nobody's failure.
  ended.catch(() => undefined);
  const next = () =>
    Promise.race([new Promise<Message>((resolve) => child.once('message', (said) => resolve(said as Message))), ended]);
  const said = await next();
  return {
    said,
    ask() {
      const answer = next();
      child.send('ask');
      return answer;
    },
    stop: () => child.disconnect(),
  };
};
