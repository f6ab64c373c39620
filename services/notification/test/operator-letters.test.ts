import { type FakeServer, fakeServer } from '@gerbang/service-kit/testing/fake-server';
import { watchPortal } from '../src/operator/watch-portal.ts';
import { openLetterWorld } from './letter-world.ts';

type World = Awaited<ReturnType<typeof openLetterWorld>>;
const OPERATOR = 'it@contoh.sch.id';
const HOUR_MS = 3_600_000;

describe('letters to the operator', () => {
  let world: World;
  let gateway: FakeServer;
  let silent: string[];
  let clock: number;

  beforeAll(async () => {
    world = await openLetterWorld();
    gateway = await fakeServer((_request, response) =>
      response.end(JSON.stringify({ status: 'ok', silent })),
    );
  });
  afterAll(async () => {
    await gateway.close();
    await world.stop();
  });
  beforeEach(async () => {
    await world.reset();
    await world.knex.raw('truncate operator_notices');
    silent = [];
    clock = Date.UTC(2026, 10, 28, 3, 5);
  });

  const worker = (url = gateway.url, tell = world.mail.tell) =>
    watchPortal({
      database: world.context.database,
      gatewayUrl: url,
      publicOrigin: 'https://ppdb.contoh.sch.id',
      tell: (letter) => tell(OPERATOR, letter),
      now: () => new Date(clock),
    });
  const subjects = () => world.letters(OPERATOR).map(({ subject }) => subject);

  test('when all parts answer, or one is away for a single look, then no letter is written', async () => {
    const look = worker();
    await look();
    silent = ['billing'];
    await look();
    silent = [];
    await look();
    silent = ['billing'];
    await look();
    expect(subjects()).toEqual([]);
  });

  test('when a part is away, then its letter goes once an hour, whatever number of workers look', async () => {
    const workers = [worker(), worker(), worker()];
    silent = ['admission'];
    for (let minute = 0; minute < 3; minute += 1) await Promise.all(workers.map((look) => look()));
    expect(subjects()).toEqual(['Gerbang: bagian admission tidak menjawab']);
    const [letter] = world.letters(OPERATOR);
    expect(letter?.text).toContain('https://ppdb.contoh.sch.id tidak menjawab (pukul 10:05 WIB, 2026-11-28)');
    expect(letter?.text).toContain('docker compose restart admission');
    // Another cause is told beside it.
    silent = ['admission', 'billing'];
    for (let minute = 0; minute < 2; minute += 1) await Promise.all(workers.map((look) => look()));
    expect(subjects()).toEqual([
      'Gerbang: bagian billing tidak menjawab',
      'Gerbang: bagian admission tidak menjawab',
    ]);
    clock += HOUR_MS;
    await Promise.all(workers.map((look) => look()));
    expect(subjects()).toHaveLength(4);
  });

  test('when the gateway itself is away, then the letter names it', async () => {
    const look = worker('http://127.0.0.1:1');
    await look();
    await look();
    expect(subjects()).toEqual(['Gerbang: bagian gateway tidak menjawab']);
  });

  test('when the mail server refuses, then the letter goes with the next look', async () => {
    silent = ['auth'];
    let isAway = true;
    const look = worker(gateway.url, async (to, letter) => {
      if (isAway) throw new Error('The mail server is away');
      await world.mail.tell(to, letter);
    });
    await look();
    await expect(look()).rejects.toThrow('The mail server is away');
    isAway = false;
    await look();
    expect(subjects()).toEqual(['Gerbang: bagian auth tidak menjawab']);
  });
});
