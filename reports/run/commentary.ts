// What a run prints while it goes on: its progress, each must that breaks, and whose one-time code it waits for.
import { type RequirementId, select } from '../../contract/requirements.ts';
import { nothingSeen, type ReportedFinding, type TestRecord } from '../../harness/record.ts';
import type { Settings } from '../../harness/settings.ts';
import { lookOf } from '../terminal/look.ts';
import { createProgress, type Progress } from '../terminal/progress/progress.ts';
import { earlyBlock } from '../terminal/terminal.ts';
import { type Changed, SoFar } from '../verdict/so-far.ts';
import type { RequirementResult } from '../verdict/verdict.ts';

export class Commentary {
  readonly #soFar: SoFar;
  readonly #progress: Progress | undefined;
  readonly #waits = new Set<string>();

  /** Notes what breaks even where the settings say that nothing is printed. */
  constructor({ only, accepted, prints }: Settings, planned: readonly RequirementId[]) {
    this.#soFar = new SoFar(select(only).chosen, accepted);
    this.#progress = prints === undefined ? createProgress(process.stdout) : undefined;
    this.#progress?.begin(planned);
  }

  start(requirement: RequirementId): void {
    this.#progress?.start(requirement);
  }

  wait(line: string): void {
    if (!this.#waits.has(line)) this.#progress?.tell([line]);
    this.#waits.add(line);
  }

  /** Of a check that has not ended. Returns whether they break a must that nothing had broken before. */
  early(findings: readonly ReportedFinding[]): boolean {
    return findings.length > 0 && this.#tell(this.#soFar.add({ ...nothingSeen, findings }));
  }

  /** Returns whether it breaks a must that nothing had broken before. */
  record(record: TestRecord): boolean {
    const changed = this.#soFar.add(record);
    this.#progress?.record(record, changed.results);
    return this.#tell(changed);
  }

  end(requirements: readonly RequirementResult[]): void {
    this.#progress?.end(requirements);
  }

  #tell({ results, broken }: Changed): boolean {
    for (const result of broken) this.#progress?.tell(earlyBlock(result, lookOf(process.stdout)), results);
    return broken.length > 0;
  }
}
