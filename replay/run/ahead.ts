// Reads ahead, so that the next item is there when it is due, and never reads for long without a pause.

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The same items, of which up to `count` have been read before they are asked for. */
export async function* ahead<Item>(items: AsyncIterable<Item>, count: number): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  const ready: Item[] = [];
  let reading: Promise<void> | undefined;
  let ended = false;
  let failure: { readonly error: unknown } | undefined;

  const read = async (): Promise<void> => {
    while (!ended && ready.length < count) {
      const next = await iterator.next();
      if (next.done) ended = true;
      else ready.push(next.value);
      // Reads one item at a time, so that requests which are due can go in between.
      await turn();
    }
  };
  const readOn = (): void => {
    if (reading || ended || failure) return;
    reading = read()
      .catch((error: unknown) => {
        failure = { error };
      })
      .finally(() => {
        reading = undefined;
      });
  };
  try {
    readOn();
    await reading;
    for (;;) {
      const item = ready.shift();
      if (item !== undefined) {
        readOn();
        yield item;
      } else if (failure) throw failure.error;
      else if (ended) return;
      else {
        readOn();
        await reading;
      }
    }
  } finally {
    await iterator.return?.();
  }
}
