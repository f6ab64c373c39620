import { scriptedProvider, silentBus, startWorker } from './harness.ts';

describe('while the provider cannot be reached', () => {
  const { bus } = silentBus();
  const { provider, script } = scriptedProvider();
  let worker: Awaited<ReturnType<typeof startWorker>>;

  beforeAll(async () => {
    worker = await startWorker({ bus, provider });
  });
  afterAll(() => worker.stop());

  const moment = async (): Promise<string> =>
    (await worker.knex.raw('select now()::text as now')).rows[0].now;
  /** The seconds between a moment and the next try. */
  const waitFrom = async (from: string, id: string): Promise<number> => {
    const { rows } = await worker.knex.raw(
      'select extract(epoch from next_attempt_at - ?::timestamptz)::float8 as seconds from notifications where id = ?',
      [from, id],
    );
    return rows[0].seconds;
  };

  test('when a message could not be sent, then the log warns and names the cause, without number or name', async () => {
    const id = await worker.ask();
    script.push({ is: 'not-sent', cause: 'ECONNREFUSED' });
    await worker.service.deliver(id);
    const line = worker.logs.map((one) => JSON.parse(one)).find((one) => one.notification === id);
    expect(line).toMatchObject({ level: 40, msg: 'message not sent', cause: 'ECONNREFUSED' });
    expect(JSON.stringify(line)).not.toMatch(/Siti|\+62/u);
  });

  test('when it is reached again, then the messages that waited for it are due at once, refused ones are not', async () => {
    const [waiting, refused, first] = [await worker.ask(), await worker.ask(), await worker.ask()];
    const began = await moment();
    script.push({ is: 'not-sent' }, { is: 'refused', code: 131000, httpStatus: 500 });
    await worker.service.deliver(waiting);
    await worker.service.deliver(refused);
    expect(await worker.row(waiting)).toMatchObject({ status: 'retry', tries: 1 });
    await worker.service.deliver(first);
    expect(await waitFrom(await moment(), waiting)).toBeLessThanOrEqual(0);
    expect(await waitFrom(began, refused)).toBeGreaterThan(3);
    expect(await worker.row(waiting)).toMatchObject({ tries: 0 });
    await worker.service.deliver(waiting);
    expect(await worker.row(waiting)).toMatchObject({ status: 'sent' });
  });

  test('when the connection comes and goes, then waiting messages are let go once a minute and their tries last', async () => {
    const [waiting, first] = [await worker.ask(), await worker.ask()];
    const began = await moment();
    script.push({ is: 'not-sent' });
    await worker.service.deliver(waiting);
    await worker.service.deliver(first);
    expect(await waitFrom(began, waiting)).toBeGreaterThan(3);
  });
});
