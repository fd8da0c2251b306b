// Certification beside Schemathesis, with the same services, document and user: what each tool reports about the correct service, all of it false;
// then how many of a sample of seeded faults each one notices, and how soon. What Schemathesis finds in the correct service is its baseline.
// Arguments: faults (16), seconds that Schemathesis has for a service (60).
import { type RequirementId, requirementById } from '../../contract/requirements.ts';
import { faultList } from '../../reference/service.ts';
import { median } from '../median.ts';
import { installed } from '../peers/installed.ts';
import { inFolder } from '../replay/running.ts';
import { serve } from './services.ts';
import { assayIn, type Found, schemathesisIn, type Tool } from './tools.ts';

const [asked = 16, patience = 60] = process.argv.slice(2).map(Number);

const all = faultList().filter(({ breaks }) => requirementById(breaks as RequirementId).level === 'must');
const sample = Array.from({ length: asked }, (_, index) => all[Math.floor((index * all.length) / asked)]!.id);

const against = async (fault: string | undefined, tool: Tool, how: 'whole' | 'first'): Promise<Found> => {
  const served = await serve(fault);
  try {
    return await tool[how](served);
  } finally {
    await served.end();
  }
};

await inFolder(async (folder) => {
  const program = installed('schemathesis');
  const tools = [assayIn(folder), ...(program === undefined ? [] : [schemathesisIn(folder, program, patience)])];

  console.log('  the correct service');
  for (const tool of tools) {
    const { seconds, requests, findings } = await against(undefined, tool, 'whole');
    const rate = Math.round(requests / seconds);
    console.log(
      `    ${tool.name.padEnd(13)} ${findings.length} false alarms; ${requests} requests in ${seconds.toFixed(1)} s, ${rate} a second`,
    );
    if (tool.name === 'assay' && findings.length > 0) process.exitCode = 1;
  }

  const noticed = new Map<string, number[]>(tools.map(({ name }) => [name, []]));
  console.log(
    `  ${sample.length} of ${all.length} faults of the reference service that break a must, evenly taken; seconds until each was noticed`,
  );
  for (const fault of sample) {
    const cells: string[] = [];
    for (const tool of tools) {
      const { seconds, findings } = await against(fault, tool, 'first');
      if (findings.length > 0) noticed.get(tool.name)!.push(seconds);
      cells.push(`${tool.name} ${findings.length > 0 ? seconds.toFixed(1) : 'not'}`.padEnd(20));
    }
    console.log(`    ${fault.padEnd(44)} ${cells.join('').trim()}`);
  }
  for (const { name } of tools) {
    const seconds = noticed.get(name)!;
    console.log(
      `  ${name.padEnd(13)} ${seconds.length} of ${sample.length}, in the median after ${median(seconds).toFixed(1)} s`,
    );
  }
  if (noticed.get('assay')!.length < sample.length) process.exitCode = 1;
});
