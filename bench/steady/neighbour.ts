// A neighbour that never rests: it keeps a processor busy until whoever started it lets it go.
process.send?.('busy');
process.once('disconnect', () => process.exit());

function work(): void {
  for (const end = performance.now() + 50; performance.now() < end; );
  setImmediate(work);
}
work();
