// The error shapes that tests expect, written again here instead of being taken from the service.
import { expect } from '@playwright/test';
import type { Seen } from './acting.ts';

export const expectStandard = ({ status, body }: Seen, wanted: number): void => {
  expect(status).toBe(wanted);
  expect(body).toEqual({ name: expect.any(String), message: expect.any(String), status: wanted });
};

export const expectWrapped = ({ status, body }: Seen): void => {
  expect(status).toBe(404);
  expect(body).toEqual({ status: 'ERROR', error: { code: expect.any(Number), message: expect.any(String) } });
};

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const unknownUuid = '00000000-0000-4000-8000-000000000000';
