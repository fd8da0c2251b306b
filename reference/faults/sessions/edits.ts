// Small changes to sessions.
import type { Call } from '../../http/call.ts';

export const isForm = ({ body }: Call): boolean => body.kind === 'object' && body.as === 'form';
