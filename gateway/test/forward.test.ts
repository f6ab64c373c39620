import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { forward } from '../src/forwarding/forward.ts';

/** A body that comes in pieces, as from a slow phone. */
async function* slowBody(pieces: number, everyMs: number) {
  for (let at = 0; at < pieces; at += 1) {
    await sleep(everyMs);
    yield Buffer.from('bytes');
  }
}

/** Reads every body whole; responds at once, or never. */
async function service(responds: boolean): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      if (responds) response.end('taken');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('a body that flows to a service', () => {
  const agent = new Agent();
  const upload = { path: '/', method: 'POST', headers: {}, idleTimeoutMs: 60_000, timeoutAfterBodyMs: 200 };
  const running: Server[] = [];
  const started = async (responds: boolean) => {
    const { server, origin } = await service(responds);
    running.push(server);
    return origin;
  };
  afterAll(async () => {
    await agent.destroy();
    for (const server of running) {
      server.closeAllConnections();
      server.close();
    }
  });

  test('when the service is silent after the last byte, then the wait ends long before that of a slow body', async () => {
    const origin = await started(false);
    const began = performance.now();
    await expect(forward(agent, { ...upload, origin, body: slowBody(2, 10) })).rejects.toMatchObject({
      code: 'UND_ERR_HEADERS_TIMEOUT',
    });
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  test('when the body takes longer to come than the answer may, then it is waited for', async () => {
    const origin = await started(true);
    const answer = await forward(agent, { ...upload, origin, body: slowBody(6, 100) });
    expect(String(answer.body)).toBe('taken');
  });
});
