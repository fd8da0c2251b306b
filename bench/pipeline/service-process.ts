// The reference service as a process of its own, so that it takes no processor time from what is measured. Sends its address.
import { startReference } from '../../reference/service.ts';

const service = await startReference();
process.send?.(service.url);
process.once('disconnect', () => void service.close());
