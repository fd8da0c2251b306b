// Prints a SARIF file as the workflow commands by which GitHub marks a line of a file: node deploy/annotations.mjs FILE
import { readFileSync } from 'node:fs';

/** GitHub shows this many of each kind for a step. */
const most = 10;

const data = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const { runs } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const results = runs.flatMap((run) => run.results).filter(({ suppressions = [] }) => suppressions.length === 0);

for (const level of ['error', 'warning']) {
  const alike = results.filter((result) => result.level === level);
  for (const { ruleId, message, locations } of alike.slice(0, most)) {
    const { artifactLocation, region } = locations[0].physicalLocation;
    const place = `file=${property(decodeURI(artifactLocation.uri))},line=${region.startLine},title=${property(ruleId)}`;
    process.stdout.write(`::${level} ${place}::${data(message.text)}\n`);
  }
}
