import type { MissedFamily } from '@gerbang/contracts/missed-messages';
import { runs } from '@gerbang/domain/testing/runs';
import { createOutbox } from '@gerbang/service-kit/events/outbox';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { testKeyRing } from '@gerbang/service-kit/testing/identity';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { accountHandlers } from '../src/accounts/account-events.ts';
import { type Caller, scriptedProvider, silentBus, startWorker } from './harness.ts';

const CHILD = 'Zaidan Rahman';
const MANY = 40;

describe('families that missed messages', () => {
  const { provider, sends, script } = scriptedProvider();
  let worker: Awaited<ReturnType<typeof startWorker>>;
  let cs: Caller;
  let admin: Caller;
  beforeAll(async () => {
    worker = await startWorker({ bus: silentBus().bus, provider });
    cs = await worker.account('cs', 'Dewi');
    admin = await worker.account('admin', 'Kepala TU');
  });
  afterAll(() => worker.stop());
  beforeEach(async () => {
    await worker.knex.raw('truncate notifications, family_contacts, send_stops');
    sends.length = 0;
    script.length = 0;
  });

  let phones = 0;
  async function family(name = 'Siti Aminah') {
    phones += 1;
    const phone = `+62812345${String(10_000 + phones)}`;
    return { ...(await worker.account('wali_murid', name, { phone, proved: true })), phone };
  }
  type Family = Awaited<ReturnType<typeof family>>;
  const RESULT = {
    kind: 'result_published',
    params: { child: CHILD, level: 'SD', number: 'PSB-1', link: 'https://portal.example/hasil' },
  } as const;

  async function refuse(id: string): Promise<string> {
    script.push({ is: 'refused', code: 131026, httpStatus: 400 });
    await worker.service.deliver(id);
    return id;
  }
  /** A message to a family that WhatsApp has refused. */
  const failed = async ({ phone }: { phone: string }, request: Parameters<typeof worker.ask>[0] = RESULT) =>
    refuse(await worker.ask({ ...request, to: phone }));

  async function view(query = ''): Promise<{ total: number; rows: MissedFamily[] }> {
    const response = await worker.call('W07', cs, { query });
    expect(response.statusCode).toBe(200);
    return { total: Number(response.headers['x-total-count']), rows: response.json() };
  }
  const key = () => ({ 'idempotency-key': uuidv7() });
  const resend = (id: string, who = cs, headers = key()) => worker.call('W09', who, { id, headers });
  const contacted = (row: Pick<MissedFamily, 'id' | 'until'>, note?: string, headers = key(), who = cs) =>
    worker.call('W10', who, { id: row.id, headers, body: { until: row.until, note } });
  const codesOf = (answers: readonly { statusCode: number }[]) =>
    answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  const one200 = [200, ...Array.from({ length: MANY - 1 }, () => 409)];
  const renumber = (of: Family, phone: string | null, proved = false) =>
    worker.account('wali_murid', 'Siti Aminah', { id: of.id, phone, version: 2, proved });

  test('when messages fail, then each family is one row, the longest wait first, without codes, letters and staff', async () => {
    const [siti, rahma] = [await family(), await family('Rahma')];
    await failed(siti);
    await failed(rahma);
    await failed(siti, { kind: 'password_changed', params: { name: 'Siti' } });
    await failed(siti, { kind: 'reset_code', priority: 'code', params: { code: '739184' } });
    await failed({ phone: '+6281999000111' });
    const staff = await worker.account('finance', 'Fina', { phone: '+6281999000222' });
    await failed({ phone: '+6281999000222' });
    await worker.ask({ ...RESULT, to: rahma.phone });
    const { total, rows } = await view();
    expect([total, rows.map(({ id }) => id)]).toEqual([2, [siti.id, rahma.id]]);
    expect(rows.map(({ id }) => id)).not.toContain(staff.id);
    expect(rows[0]).toMatchObject({ name: 'Siti Aminah', count: 2, contacted: null });
    expect(rows[0]?.missed.map(({ kind }) => kind)).toEqual(['password_changed', 'result_published']);
    expect(rows[0]?.missed[1]).toMatchObject({ error_code: 131026, resend_refusal: null });
    expect(JSON.stringify(rows)).not.toContain(siti.phone.slice(3));
    expect((await view('search=rahma')).rows.map(({ id }) => id)).toEqual([rahma.id]);
    expect((await view(`search=0${siti.phone.slice(3)}`)).rows.map(({ id }) => id)).toEqual([siti.id]);
    expect(await view('limit=1')).toMatchObject({ total: 2, rows: [{ id: siti.id }] });
  });

  test('when failures are older than the texts, then they are no longer work', async () => {
    const siti = await family();
    const id = await failed(siti);
    await worker
      .knex('notifications')
      .where({ id })
      .update({ created_at: new Date(Date.now() - 91 * 86_400_000) });
    expect((await view()).rows).toEqual([]);
  });

  test('when the number is shown, then it is the present one and the trail says who saw it', async () => {
    const siti = await family();
    await failed(siti);
    const show = (id: string) => worker.call('W08', cs, { id });
    expect((await show(siti.id)).json()).toEqual({ phone: siti.phone });
    await renumber(siti, '+6281377700001');
    expect((await show(siti.id)).json()).toEqual({ phone: '+6281377700001' });
    expect(await worker.knex('audit_events').where({ subject_id: siti.id })).toMatchObject([
      { action: 'message.phone_shown', actor_name: 'Dewi' },
      { action: 'message.phone_shown', actor_name: 'Dewi' },
    ]);
    await worker.account('wali_murid', 'Siti Aminah', { id: siti.id, phone: null, version: 3 });
    expect((await show(siti.id)).json()).toMatchObject({ statusCode: 409, code: 'no_login_phone' });
    expect((await view()).rows[0]?.phone).toBeNull();
    const other = await family('Rahma');
    expect((await show(other.id)).json()).toMatchObject({ statusCode: 409, code: 'nothing_missed' });
    expect((await show(admin.id)).statusCode).toBe(404);
    expect((await resend(admin.id)).statusCode).toBe(404);
    expect((await contacted({ id: admin.id, until: new Date().toISOString() })).statusCode).toBe(404);
  });

  test('when no event has told the number since numbers are kept, then that of a message to it is shown', async () => {
    const siti = await family();
    await failed(siti);
    await worker.knex('accounts').where({ id: siti.id }).update({ phone_sealed: null });
    expect((await worker.call('W08', cs, { id: siti.id })).json()).toEqual({ phone: siti.phone });
    // A program of the release before renews the hash alone.
    await worker.knex('accounts').where({ id: siti.id }).update({ recipient_key: 'another' });
    expect((await worker.call('W08', cs, { id: siti.id })).json().code).toBe('no_login_phone');
  });

  test('when the number was put right, then what was missed goes to the present one, without a name until it is proved', async () => {
    const siti = await family();
    const [result, notice] = [
      await failed(siti),
      await failed(siti, {
        kind: 'number_changed',
        params: { name: 'Siti', link: 'https://portal.example/x' },
      }),
    ];
    sends.length = 0;
    await renumber(siti, '+6281377700002');
    expect((await resend(siti.id)).json()).toEqual({ sent: 2 });
    for (const id of [result, notice]) await worker.service.deliver(id);
    expect(sends.map(({ to, kind }) => [kind, to])).toEqual([
      ['result_published', '+6281377700002'],
      // It is for the owner of the former number.
      ['number_changed', siti.phone],
    ]);
    expect(JSON.stringify(sends)).not.toContain(CHILD);
    expect((await worker.row(result)).message).toContain('putra/putri Anda');
    expect((await view()).rows).toEqual([]);
  });

  test('when the account has no number any more and no letters go, then nothing is sent, and the family stays in the view', async () => {
    const siti = await family();
    const id = await failed(siti);
    await renumber(siti, null);
    for (const answer of [await resend(siti.id), await worker.call('W04', cs, { id })])
      expect(answer.json()).toMatchObject({ statusCode: 409, code: 'no_login_phone' });
    expect(await worker.row(id)).toMatchObject({ status: 'failed', channel: 'whatsapp' });
    expect((await view()).rows).toMatchObject([{ id: siti.id, count: 1 }]);
  });

  test('when the number was put right and proved, then the message has its words', async () => {
    const siti = await family();
    const id = await failed(siti);
    await renumber(siti, '+6281377700003', true);
    expect((await worker.call('W04', cs, { id })).statusCode).toBe(200);
    await worker.service.deliver(id);
    expect(sends.at(-1)).toMatchObject({ to: '+6281377700003', values: expect.arrayContaining([CHILD]) });
  });

  test('when many send at once what a family missed, then one does and each message goes once', async () => {
    const siti = await family();
    const ids = [await failed(siti), await failed(siti), await failed(siti)];
    sends.length = 0;
    const answers = await Promise.all(
      Array.from({ length: MANY }, (_unused, at) => resend(siti.id, at % 2 ? cs : admin)),
    );
    expect(codesOf(answers)).toEqual(one200);
    await Promise.all(ids.flatMap((id) => [worker.service.deliver(id), worker.service.deliver(id)]));
    expect(sends).toHaveLength(ids.length);
    expect(new Set(sends.map(({ reference }) => reference.split(':')[0]))).toEqual(new Set(ids));
    expect(
      await worker.knex('audit_events').where({ action: 'message.resent' }).whereIn('subject_id', ids),
    ).toHaveLength(3);
  });

  test('when the response was lost, then a repeat with its key sends nothing more; without a key it is 400', async () => {
    const siti = await family();
    await failed(siti);
    const same = key();
    expect((await resend(siti.id, cs, same)).json()).toEqual({ sent: 1 });
    expect((await resend(siti.id, cs, same)).json()).toEqual({ sent: 1 });
    expect((await resend(siti.id)).json().code).toBe('nothing_missed');
    expect((await worker.call('W09', cs, { id: siti.id })).json().code).toBe('idempotency_key_required');
    expect(await worker.knex('notifications').where({ status: 'pending' })).toHaveLength(1);
  });

  test('when many have called a family at once, then one is noted, and the family comes back after a new failure', async () => {
    const siti = await family();
    const id = await failed(siti);
    const [row] = (await view()).rows;
    if (!row) throw new Error('no family');
    const answers = await Promise.all(
      Array.from({ length: MANY }, (_unused, at) =>
        contacted(row, 'Sudah saya telepon', key(), at % 2 ? cs : admin),
      ),
    );
    expect(codesOf(answers)).toEqual(one200);
    expect(await worker.knex('family_contacts')).toHaveLength(1);
    expect((await view()).rows).toEqual([]);
    await worker.call('W04', cs, { id });
    await refuse(id);
    expect((await view()).rows).toMatchObject([
      { id: siti.id, count: 1, contacted: { note: 'Sudah saya telepon', by: { role: expect.any(String) } } },
    ]);
    expect(
      (
        await worker.call('W10', cs, {
          id: siti.id,
          headers: key(),
          body: { until: row.until, note: 'x'.repeat(301) },
        })
      ).statusCode,
    ).toBe(400);
  });

  test('when a message fails after the list was read, then the call about the others leaves it in the view', async () => {
    const siti = await family();
    await failed(siti);
    const [row] = (await view()).rows;
    if (!row) throw new Error('no family');
    const late = await failed(siti);
    await worker
      .knex('notifications')
      .where({ id: late })
      .update({ failed_at: new Date(Date.parse(row.until) + 1) });
    expect((await contacted(row)).json()).toEqual({ contacted: 1 });
    expect((await view()).rows).toMatchObject([{ count: 1, missed: [{ id: late }] }]);
  });

  test('when calls and resends meet, then each message is either spoken of or sent', async () => {
    const siti = await family();
    const ids = [await failed(siti), await failed(siti)];
    const [row] = (await view()).rows;
    if (!row) throw new Error('no family');
    const answers = await Promise.all(
      Array.from({ length: MANY }, (_unused, at) => (at % 2 ? resend(siti.id) : contacted(row))),
    );
    const done = answers.filter(({ statusCode }) => statusCode === 200).map((one) => one.json());
    const rows = await worker.knex('notifications').whereIn('id', ids);
    expect(rows.every(({ status, contacted_at: at }) => (status === 'pending') === (at === null))).toBe(true);
    expect(done.reduce((sum, { sent = 0, contacted: n = 0 }) => sum + sent + n, 0)).toBe(ids.length);
  });

  test('when anything happens in any order, then the view has the families with failures that were not spoken of', async () => {
    const step = fc.record({
      act: fc.constantFrom('fail', 'resend', 'call', 'arrive'),
      who: fc.constantFrom(0, 1),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
        await worker.knex.raw('truncate notifications, family_contacts');
        script.length = 0;
        const families = [await family(), await family('Rahma')];
        const missed = [0, 0];
        for (const { act, who } of steps) {
          const of = families[who];
          if (!of) throw new Error('no family');
          if (act === 'fail') {
            await failed(of);
            missed[who] = (missed[who] ?? 0) + 1;
          } else if (act === 'arrive') {
            await worker.service.deliver(await worker.ask({ ...RESULT, to: of.phone }));
          } else {
            const row = (await view()).rows.find(({ id }) => id === of.id);
            const until = row?.until ?? new Date().toISOString();
            const answer = await (act === 'resend' ? resend(of.id) : contacted({ id: of.id, until }));
            expect(answer.statusCode).toBe(missed[who] === 0 ? 409 : 200);
            missed[who] = 0;
          }
          const counts = new Map((await view()).rows.map(({ id, count }) => [id, count]));
          expect(families.map(({ id }) => counts.get(id) ?? 0)).toEqual(missed);
        }
      }),
      { numRuns: runs(200, { plain: 6 }) },
    );
  });

  test('when families are counted before a publication, then those without a number or with one that refuses are not reached', async () => {
    const [siti, rahma, nurul] = [await family(), await family('Rahma'), await family('Nurul')];
    const numberless = await worker.account('wali_murid', 'Tanpa nomor', { phone: null });
    await failed(siti);
    await worker.service.deliver(await worker.ask({ ...RESULT, to: rahma.phone }));
    const ids = [siti.id, rahma.id, nurul.id, numberless.id, uuidv7()];
    const count = async () =>
      (await worker.call('W11', admin, { body: { account_ids: ids } })).json() as unknown;
    expect(await count()).toEqual({ unreached: 2 });
    await renumber(siti, '+6281377700009');
    expect(await count()).toEqual({ unreached: 1 });
    expect((await worker.call('W11', admin, { body: { account_ids: [] } })).statusCode).toBe(400);
  });

  test('when a family exports and is erased, then it reads the calls to it, and they are gone', async () => {
    const siti = await family();
    await failed(siti);
    const [row] = (await view()).rows;
    if (!row) throw new Error('no family');
    await worker.call('W08', cs, { id: siti.id });
    await contacted(row, 'Menunggu di rumah');
    const url = '/api/parent/data-export/notification';
    const answer = await worker.service.app.inject({ url, headers: worker.headers(siti) });
    expect(answer.json()).toMatchObject({
      contacts: [{ at: expect.any(String), note: 'Menunggu di rumah' }],
      trail: expect.arrayContaining([
        expect.objectContaining({ action: 'message.phone_shown', by: { name: 'Dewi', role: 'cs' } }),
      ]),
    });
    const keys = testKeyRing('bus');
    await worker.database.transaction(async (trx) => {
      const erased = { request_id: uuidv7(), user_id: siti.id, registrations: [] };
      await accountHandlers(createOutbox(createSealer(keys)))['data.erased']?.(trx, erased, {
        id: uuidv7(),
        version: 1,
        requestId: undefined,
      });
    });
    expect(await worker.knex('family_contacts')).toEqual([]);
    await worker.account('wali_murid', null, { id: siti.id, phone: null, active: false, version: 9 });
    expect(await worker.knex('accounts').where({ id: siti.id }).first()).toMatchObject({
      phone_sealed: null,
    });
  });
});
