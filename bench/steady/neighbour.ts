// Keeps a processor busy until the process that started it disconnects.
process.send?.('busy');
process.once('disconnect', () => process.exit());

function work(): void {
  for (const end = performance.now() + 50; performance.now() < end; );
  setImmediate(work);
}
work();
