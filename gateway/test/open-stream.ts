import { randomUUID } from 'node:crypto';
import { get as openHttp, type IncomingMessage } from 'node:http';
import { streamNotifications } from '@gerbang/contracts/notification-stream';
import { type Engine, openDoor } from './door.ts';
import { until } from '@gerbang/service-kit/testing/until';

/** Opens a stream of the number of unread messages at a gateway's address; what comes is collected. */
export async function openStream(cookie: string, at: string) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { cookie, accept: 'text/event-stream' };
    openHttp(`${at}${streamNotifications.path}`, { headers }, resolve).on('error', reject);
  });
  const stream = { status: response.statusCode, headers: response.headers, text: '', ended: false };
  response.on('data', (chunk: Buffer) => {
    stream.text += chunk.toString();
  });
  response.on('close', () => {
    stream.ended = true;
  });
  return { ...stream, stream, leave: () => response.destroy() };
}

/** The end of a session ends its streams, whichever engine the sessions live on. */
export function streamsEndWithSessions(engineOf?: (now: () => number) => Engine): void {
  test('when the session ends here, at another gateway or by its user’s revocation, then its streams end, no others', async () => {
    const door = await openDoor({}, engineOf);
    door.respondWith((request) =>
      request.url === '/api/notifications/unread' ? { unread: 0 } : { ok: true },
    );
    const url = await door.app.listen({ host: '127.0.0.1', port: 0 });
    const elsewhere = await door.build();
    const userId = randomUUID();
    const stays = await openStream(await door.login({ userId: randomUUID() }), url);
    for (const end of ['here', 'elsewhere', 'revoked'] as const) {
      const cookie = await door.login({ userId });
      const { stream } = await openStream(cookie, url);
      expect(stream.status).toBe(200);
      door.setCommand(end === 'revoked' ? { do: 'revoke', userId, epoch: 2 } : { do: 'end' });
      const gateway = end === 'here' ? door.app : elsewhere;
      await door.call('POST', '/api/logout', { sid: cookie, payload: {} }, gateway);
      door.setCommand(undefined);
      await until(() => stream.ended);
    }
    expect(stays.stream.ended).toBe(false);
    stays.leave();
    await elsewhere.close();
    await door.close();
  });
}
