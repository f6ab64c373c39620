import { ConfigError } from '../src/program/config.ts';
import { createLogger } from '../src/program/logger.ts';
import { createServer } from '../src/http/server.ts';
import { createStartGate } from '../src/http/start-gate.ts';
import { until } from '../src/testing/until.ts';

describe('the gate of a start', () => {
  function open(check: () => Promise<void>, patienceMs?: number) {
    const lines: string[] = [];
    const ended: Error[] = [];
    const gate = createStartGate({
      check,
      logger: createLogger('gate', 'info', { write: (line) => void lines.push(line) }),
      giveUp: (error) => void ended.push(error),
      ...(patienceMs !== undefined && { patienceMs }),
    });
    const app = createServer({ name: 'gate', ready: async () => gate.assertOpen() });
    app.get('/api/things', async () => ['thing']);
    gate.guard(app);
    const status = async (url: string) => (await app.inject(url)).statusCode;
    return { gate, app, status, lines, ended };
  }

  test('when what the start needs is away, then the process lives, is not ready, serves nothing, and says so once', async () => {
    let away = true;
    const { gate, app, status, lines } = open(async () => {
      if (away) throw new Error('connect ECONNREFUSED');
    });
    const shut = [await status('/healthz'), await status('/readyz'), await status('/api/things')];
    expect(shut).toEqual([200, 503, 503]);
    expect((await app.inject('/api/things')).headers['retry-after']).toBe('2');
    await until(() => lines.length > 0);
    away = false;
    await until(async () => (await status('/readyz')) === 200);
    expect(await status('/api/things')).toBe(200);
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      'the start waits until what it needs answers',
      'what the start waited for answers now',
    ]);
    await gate.close();
    await app.close();
  });

  test('when the check itself refuses, then the process ends at once and never serves', async () => {
    const refused = open(async () => {
      throw new ConfigError('The database holds demo accounts');
    });
    await until(() => refused.ended.length === 1);
    expect(refused.ended[0]?.message).toBe('The database holds demo accounts');
    expect(await refused.status('/api/things')).toBe(503);
    await refused.gate.close();
  });

  test('when it stays away too long, then the process ends with one line', async () => {
    const late = open(async () => {
      throw new Error('connect ECONNREFUSED');
    }, 600);
    await until(() => late.ended.length === 1);
    expect(late.ended[0]).toBeInstanceOf(ConfigError);
    expect(late.ended[0]?.message).toMatch(/too long: connect ECONNREFUSED$/u);
    await late.gate.close();
  });

  test('when the process is stopped while it waits, then the gate lets it go', async () => {
    const waiting = open(async () => {
      throw new Error('connect ECONNREFUSED');
    });
    await waiting.gate.close();
    expect(waiting.ended).toEqual([]);
  });
});
