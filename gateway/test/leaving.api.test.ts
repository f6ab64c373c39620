import { once } from 'node:events';
import { type Door, openDoor, ORIGIN } from './door.ts';

describe('a caller that leaves', () => {
  let door: Door;
  let url: string;
  beforeAll(async () => {
    door = await openDoor();
    url = await door.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => door.close());

  const send = (path: string, signal: AbortSignal | null = null) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: 'wali@contoh.id', password: 'rahasia-sekali' }),
      signal,
    });

  test('when it waited for its login, then the service hears of it, and the next caller is served', async () => {
    const leaving = new AbortController();
    const left = new Promise<void>((resolve) => {
      door.respondWith(async ({ raw }) => {
        leaving.abort();
        await once(raw.socket, 'close');
        resolve();
        return { ok: true };
      });
    });
    await expect(send('/api/login', leaving.signal)).rejects.toThrow(/abort/iu);
    await left;
    door.respondWith(() => ({ ok: true }));
    const next = await send('/api/login');
    expect([next.status, await next.json()]).toEqual([200, { ok: true }]);
  });
});
