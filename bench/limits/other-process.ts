// Starts a module of this folder as a process of its own, sends it questions and returns its answers.
import { fork } from 'node:child_process';

interface OtherProcess<Message> {
  /** The first thing that it reported. */
  readonly said: Message;
  readonly id: number | undefined;
  ask(question: unknown): Promise<Message>;
  stop(): void;
}

export const startProcess = async <Message>(name: string): Promise<OtherProcess<Message>> => {
  // When this runs from source the modules are TypeScript; compiled, they are JavaScript.
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const child = fork(new URL(`./${name}.${extension}`, import.meta.url), { serialization: 'advanced' });
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', () => reject(new Error(`${name} ended`)));
  });
  // The process also ends when `stop` is called, and then nobody waits for this promise.
  ended.catch(() => undefined);
  const next = () =>
    Promise.race([new Promise<Message>((resolve) => child.once('message', (said) => resolve(said as Message))), ended]);
  return {
    said: await next(),
    id: child.pid,
    ask(question) {
      const answer = next();
      child.send(question as object);
      return answer;
    },
    stop: () => child.disconnect(),
  };
};
