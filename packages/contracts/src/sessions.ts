import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams } from './text.ts';

const moment = z.iso.datetime();

/** A login of the caller's; device and network are null for one that began before they were kept. */
export const sessionSchema = z.object({
  id: z.uuid(),
  /** Browser and system, as 'Chrome, Android'. */
  device: z.string().nullable(),
  /** The network of the login, as '203.0.113.0/24'. */
  network: z.string().nullable(),
  started_at: moment,
  last_seen_at: moment,
  /** Whether it is the session of this call. */
  current: z.boolean(),
});
export type OwnSession = z.output<typeof sessionSchema>;

const own = { service: 'gateway', access: { kind: 'session' }, tags: ['keamanan akun'] } as const;

export const listSessions = endpoint({
  ...own,
  id: 'A17',
  method: 'GET',
  path: '/api/sessions',
  beforeFactor: true,
  summary: 'Sesi sendiri yang sedang berjalan, yang terakhir dipakai dahulu',
  response: { 200: z.array(sessionSchema) },
});

export const endSession = endpoint({
  ...own,
  id: 'A18',
  method: 'DELETE',
  path: '/api/sessions/{id}',
  beforeFactor: true,
  summary: 'Akhiri satu sesi sendiri',
  params: idParams,
  response: { 204: z.void() },
});

export const endOtherSessions = endpoint({
  ...own,
  id: 'A19',
  method: 'POST',
  path: '/api/sessions/end-others',
  beforeFactor: true,
  summary: 'Akhiri semua sesi sendiri selain yang ini',
  response: { 200: z.object({ ended: z.int() }) },
});

/**
 * gateway → auth, on behalf of the caller: the trail of sessions that the caller ended. A call of the gateway alone, so it
 * is not in the list of all calls.
 */
export const noteEndedSessions = endpoint({
  id: 'A19-auth',
  method: 'POST',
  path: '/api/sessions/ended',
  service: 'auth',
  access: { kind: 'session' },
  tags: ['keamanan akun'],
  beforeFactor: true,
  summary: 'Catat sesi yang diakhiri',
  response: { 204: z.void() },
});
