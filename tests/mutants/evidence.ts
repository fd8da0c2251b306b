// One green run against the plain service: what the service answered, and which checks got each answer.
import type { OperationId } from '../../contract/operations.ts';
import type { WireExchange } from '../../contract/wire.ts';
import type { Declaration } from '../../harness/declare/declaration.ts';
import type { TestRecord } from '../../harness/record.ts';
import type { Settings } from '../../harness/settings.ts';
import type { Answer, Call } from '../../reference/http/call.ts';
import { headersOf } from '../../reference/http/sending.ts';
import { placeOf, spotsOf, type Values } from './answers/answers.ts';
import { answerFor, fieldsOf } from './answers/fields.ts';
import { checks, openStand } from './stand.ts';

/** One exchange as the service saw it. */
export interface Heard {
  readonly call: Pick<Call, 'operation' | 'method' | 'url' | 'parameters' | 'headers'> & { readonly sent: string };
  readonly answer: Answer;
}

/** What one check did in the green run. */
interface Done {
  readonly milliseconds: number;
  readonly outcome: TestRecord['outcome']['kind'];
  /** Advice that the plain service gets as well. */
  readonly advised: readonly string[];
  /** The answers that the check got, as `readCard 2XX`. */
  readonly heard: readonly string[];
}

export interface Evidence {
  readonly settings: Settings;
  readonly kept: readonly Heard[];
  /** In the order in which the checks are declared. */
  readonly done: readonly Done[];
}

/** Runs all checks, or only the wanted ones. */
export async function gather(
  folder: string,
  isWanted: (check: Declaration) => boolean = () => true,
): Promise<Evidence> {
  const kept: Heard[] = [];
  let heard = new Set<string>();
  const keep = keeper(kept);
  const listening = async (next: (call: Call) => Answer | Promise<Answer>, call: Call) => {
    const answer = await next(call);
    const key = answerFor(call.operation, answer.status);
    if (key !== undefined) {
      heard.add(`${call.operation} ${key}`);
      keep(call, answer);
    }
    return answer;
  };
  const stand = await openStand({ outside: { every: listening } }, folder);
  const done: Done[] = [];
  for (const check of await checks()) {
    if (!isWanted(check)) {
      done.push(notDone);
      continue;
    }
    heard = new Set();
    const began = performance.now();
    const { outcome, findings } = await stand.do(check);
    const milliseconds = Math.ceil(performance.now() - began);
    done.push({ milliseconds, outcome: outcome.kind, advised: findings.map(idOf), heard: [...heard] });
  }
  await stand.close();
  return { settings: stand.settings, kept, done };
}

const notDone: Done = { milliseconds: 0, outcome: 'untested', advised: [], heard: [] };

const idOf = ({ requirement }: { readonly requirement: string }): string => requirement;

const ofEachShape = 5;

/** Keeps some answers of every shape. Two shapes differ if a member, a null or a type differs. */
function keeper(kept: Heard[]): (call: Call, answer: Answer) => void {
  const counts = new Map<string, number>();
  const bodies = new Set<string>();
  return ({ operation, method, url, parameters, headers, bytes }, answer) => {
    const body = JSON.stringify(answer.body);
    const shape = `${operation} ${answer.status} ${shapeOf(answer.body)}`;
    const count = counts.get(shape) ?? 0;
    if (count >= ofEachShape || bodies.has(body)) return;
    counts.set(shape, count + 1);
    bodies.add(body);
    const sent = bytes.toString();
    kept.push({ call: { operation, method, url, parameters, headers, sent }, answer: structuredClone(answer) });
  };
}

const shapeOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return typeof value === 'object' ? 'null' : typeof value;
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].sort()}]`;
  return `{${Object.entries(value).map(([name, inner]) => `${name}:${shapeOf(inner)}`)}}`;
};

/** The exchange as the client would have seen it, perhaps with another answer. */
export function exchangeOf({ call }: Heard, target: string, answer: Answer): WireExchange {
  const body = Buffer.isBuffer(answer.body)
    ? answer.body
    : Buffer.from(answer.body === undefined ? '' : JSON.stringify(answer.body));
  const headers = Object.entries(call.headers).map(([name, value]) => [name, String(value)] as const);
  return {
    request: {
      method: call.method,
      url: `${new URL(target).origin}${call.url}`,
      headers,
      ...(call.sent !== '' && { body: Buffer.from(call.sent) }),
    },
    outcome: {
      kind: 'answered',
      response: { status: answer.status, headers: Object.entries(headersOf(answer)), body },
    },
  };
}

const valuesOfEach = 40;

/** The values that were seen at each place. */
export function valuesOf(kept: readonly Heard[]): Values {
  const values = new Map<string, Map<string, unknown>>();
  for (const { call, answer } of kept) {
    const key = answerFor(call.operation as OperationId, answer.status);
    for (const field of key === undefined ? [] : fieldsOf(call.operation, key)) {
      const known = values.get(placeOf(field)) ?? new Map<string, unknown>();
      values.set(placeOf(field), known);
      for (const { value } of spotsOf({ '': answer.body }, field.at)) {
        if (known.size < valuesOfEach) known.set(JSON.stringify(value), value);
      }
    }
  }
  return new Map([...values].map(([place, known]) => [place, [...known.values()]]));
}
