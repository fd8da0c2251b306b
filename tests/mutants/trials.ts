// The second stage: what the checks notice of mutants on a running service.
import { mkdirSync } from 'node:fs';
import type { OperationId } from '../../contract/operations.ts';
import { requirementById } from '../../contract/requirements.ts';
import type { Declaration } from '../../harness/declare/declaration.ts';
import type { Seams } from '../../reference/http/seams.ts';
import type { Evidence } from './evidence.ts';
import { type Fate, isSeen, plainer, seenBy, unseen } from './fate.ts';
import { checks, openStand, type Stand } from './stand.ts';

/** Seams that give a service the defects of these mutants; `met` is called with each mutant that found something to change. */
export type Tampering<Mutant> = (mutants: readonly Mutant[], met: (mutant: Mutant) => void) => Seams;

interface Asked {
  readonly operation: OperationId;
  /** Whether checks whose requirement is about all operations take part, and not only those that name this operation. */
  readonly general: boolean;
  readonly folder: string;
  readonly evidence: Evidence;
}

/**
 * Each check that concerns the operation runs against all mutants at once. Only if it notices something does it run against parts of them. A mutant
 * that was noticed takes no further part.
 */
export async function tried<Mutant>(
  mutants: readonly Mutant[],
  tampering: Tampering<Mutant>,
  { operation, general, folder, evidence }: Asked,
): Promise<ReadonlyMap<Mutant, Fate>> {
  const fates = new Map(mutants.map((mutant) => [mutant, unseen]));
  const { done, settings } = evidence;
  const hearing = (await checks())
    .map((check, index) => ({ check, before: done[index]! }))
    .filter(({ check, before }) => concerns(check, operation, general) && before.outcome === 'held')
    .filter(({ before }) => before.heard.some((heard) => heard.startsWith(`${operation} `)))
    .toSorted((one, other) => one.before.milliseconds - other.before.milliseconds);
  mkdirSync(folder, { recursive: true });
  const workshop = new Workshop(folder, settings, tampering);
  for (const { check, before } of hearing) {
    const left = mutants.filter((mutant) => !isSeen(fates.get(mutant)!));
    if (left.length === 0) break;
    const seen = await parted(left, (some) => workshop.do(check, some, before.advised));
    for (const [mutant, fate] of seen) fates.set(mutant, plainer(fates.get(mutant)!, fate));
  }
  await workshop.close();
  for (const [mutant, { sight }] of fates) {
    if (sight === 'nothing' && !workshop.met.has(mutant)) fates.set(mutant, { sight: 'unmet' });
  }
  return fates;
}

export function concerns({ id }: Declaration, operation: OperationId, general: boolean): boolean {
  const { operations } = requirementById(id);
  return operations === '*' ? general : operations.includes(operation);
}

/** One service for many trials, with the current mutants in it. */
class Workshop<Mutant> {
  readonly #open: () => Promise<Stand>;
  readonly #tampering: Tampering<Mutant>;
  readonly met = new Set<Mutant>();
  #stand: Stand | undefined;
  #seams: Seams = {};

  constructor(folder: string, settings: Evidence['settings'], tampering: Tampering<Mutant>) {
    this.#tampering = tampering;
    const seams: Seams = {
      outside: {
        every: (next, call, service) => (this.#seams.outside?.every ?? ((on) => on(call)))(next, call, service),
      },
    };
    this.#open = () => openStand(seams, folder, settings);
  }

  async do(check: Declaration, mutants: readonly Mutant[], advised: readonly string[]): Promise<Fate> {
    const fate = await this.#once(check, mutants, advised);
    if (fate.sight !== 'untested') return fate;
    // Earlier checks may have used up what this check needs, so it is tried with a new service.
    await this.close();
    return this.#once(check, mutants, advised);
  }

  async #once(check: Declaration, mutants: readonly Mutant[], advised: readonly string[]): Promise<Fate> {
    this.#stand ??= await this.#open();
    this.#seams = this.#tampering(mutants, (mutant) => void this.met.add(mutant));
    const { outcome, findings } = await this.#stand.do(check);
    const found = findings.map(({ requirement }) => requirement).filter((id) => !advised.includes(id));
    const lost: readonly Fate[] =
      outcome.kind === 'untested' || outcome.kind === 'error' ? [{ sight: outcome.kind, by: check.id }] : [];
    return [...found.map(seenBy), ...lost].reduce(plainer, unseen);
  }

  async close(): Promise<void> {
    await this.#stand?.close();
    this.#stand = undefined;
  }
}

/** Divides into quarters: that finds one among many as quickly as halves do, and is quicker where most are noticed. */
async function parted<Mutant>(
  mutants: readonly Mutant[],
  trial: (some: readonly Mutant[]) => Promise<Fate>,
): Promise<ReadonlyMap<Mutant, Fate>> {
  const fate = await trial(mutants);
  if (fate.sight === 'nothing' || mutants.length === 1) return new Map(mutants.map((mutant) => [mutant, fate]));
  const fates = new Map<Mutant, Fate>();
  const size = Math.ceil(mutants.length / 4);
  for (let at = 0; at < mutants.length; at += size) {
    for (const entry of await parted(mutants.slice(at, at + size), trial)) fates.set(...entry);
  }
  return fates;
}
