// What one trial contributes to the kill matrix.

export interface Row {
  readonly fault?: string;
  readonly variant?: string;
  readonly seed?: number;
  /** The requirement that the fault should break. */
  readonly breaks?: string;
  readonly what: string;
  readonly status: string;
  readonly failed: readonly string[];
  readonly advised: readonly string[];
  readonly exchanges: number;
  readonly seconds: number;
}

/** A row, and whether its trial proved what it should. */
export interface Entry extends Row {
  readonly proved: boolean;
}

export const rowAttachment = 'row';
