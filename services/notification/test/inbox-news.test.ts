import { request as send } from 'node:http';
import { createInterface } from 'node:readline';
import { inboxNews } from '@gerbang/contracts/notification-stream';
import { uuidv7 } from 'uuidv7';
import { scriptedProvider, silentBus, startWorker } from './harness.ts';
import { until } from '@gerbang/service-kit/testing/until';

describe('the gateways’ subscription to numbers of unread messages', () => {
  let worker: Awaited<ReturnType<typeof startWorker>>;
  let url: string;
  beforeAll(async () => {
    worker = await startWorker({ bus: silentBus().bus, provider: scriptedProvider().provider });
    url = await worker.service.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => worker.stop());

  /** Subscribes as a gateway; the numbers that were told last, by account. */
  async function subscribe(accounts: readonly string[]) {
    const told: Record<string, number> = {};
    const state = { told, lines: 0, ended: false };
    const headers = { ...worker.headers('anon'), 'content-type': 'application/json' };
    const request = send(url + inboxNews.path, { method: 'POST', headers }, (response) => {
      createInterface(response)
        .on('line', (line) => {
          // An empty one keeps the connection alive.
          if (line === '') return;
          state.lines += 1;
          Object.assign(told, JSON.parse(line));
        })
        .on('error', () => undefined);
      response.on('close', () => {
        state.ended = true;
      });
    });
    request.end(JSON.stringify({ accounts }));
    return { ...state, state, leave: () => request.destroy() };
  }
  const message = (accountId: string) => worker.ask({ accountId });

  test('when numbers change in any process, then every gateway hears of them, a wave in few lines', async () => {
    const [mine, other] = [uuidv7(), uuidv7()];
    await message(mine);
    const [one, two] = [await subscribe([mine, other]), await subscribe([])];
    await until(() => one.told[mine] === 1 && one.told[other] === 0);
    const lines = one.state.lines;
    const rows = Array.from({ length: 40 }, () => ({ id: uuidv7(), account_id: other }));
    // In one transaction, so that they come together however slow the machine is.
    await worker.knex.transaction(async (trx) => {
      for (const row of rows) await trx('inbox').insert({ ...row, kind: 'stage_changed', text: 'x' });
    });
    await until(() => one.told[other] === 40 && two.told[other] === 40);
    expect(one.state.lines - lines).toBeLessThan(12);
    await worker.call('M02', { id: mine, role: 'wali_murid' }, { body: { all: true } });
    await until(() => two.told[mine] === 0);
    for (const { leave } of [one, two]) leave();
  });

  test('when the database drops the connection that listens, then the gateways are sent to subscribe again', async () => {
    const gateway = await subscribe([uuidv7()]);
    await until(() => gateway.state.lines > 0);
    await worker.knex.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'listener' and datname = current_database()`,
    );
    await until(() => gateway.state.ended);
    const [again, account] = [await subscribe([]), uuidv7()];
    await message(account);
    await until(() => again.told[account] === 1);
    again.leave();
  });

  test('when a wave changes more accounts than one notification of the database holds, then all are told', async () => {
    const known = uuidv7();
    const gateway = await subscribe([known]);
    // From then on the gateway hears of every change.
    await until(() => gateway.told[known] === 0);
    const rows = Array.from({ length: 450 }, () => ({ id: uuidv7(), account_id: uuidv7() }));
    await worker.knex('inbox').insert(rows.map((row) => ({ ...row, kind: 'stage_changed', text: 'x' })));
    await until(() => rows.every(({ account_id }) => gateway.told[account_id] === 1));
    gateway.leave();
  });

  test('when the program ends, then it does not wait for its gateways', async () => {
    const ending = await startWorker({ bus: silentBus().bus, provider: scriptedProvider().provider });
    url = await ending.service.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { ...ending.headers('anon'), 'content-type': 'application/json' };
    const answer = await fetch(url + inboxNews.path, { method: 'POST', headers, body: '{"accounts":[]}' });
    expect(answer.status).toBe(200);
    await ending.stop();
  });
});
