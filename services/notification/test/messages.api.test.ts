import type { MessageRow } from '@gerbang/contracts/messages';
import { MASKED_CODE } from '@gerbang/contracts/message-texts';
import { readCsv } from '@gerbang/service-kit/testing/read-csv';
import { alone } from '@gerbang/service-kit/testing/alone';
import { uuidv7 } from 'uuidv7';
import { type Caller, scriptedProvider, silentBus, startWorker } from './harness.ts';

const CANARY = '739184';

describe('the delivery board', () => {
  let worker: Awaited<ReturnType<typeof startWorker>>;
  let cs: Caller;
  beforeAll(async () => {
    worker = await startWorker({ bus: silentBus().bus, provider: scriptedProvider().provider });
    cs = await worker.account('cs', 'Dewi');
  });
  afterAll(() => worker.stop());
  beforeEach(() => worker.knex('notifications').delete());

  const list = async (query = 'limit=50', who = cs) => worker.call('W01', who, { query });
  const rows = async (query?: string): Promise<MessageRow[]> => (await list(query)).json();
  const set = (id: string, values: object) => worker.knex('notifications').where({ id }).update(values);
  /** A message in this state, made at this moment. */
  async function made(
    values: object = { tries: 0 },
    request: Parameters<typeof worker.ask>[0] = {},
  ): Promise<string> {
    const id = await worker.ask(request);
    await set(id, values);
    return id;
  }

  test('when messages are listed, then each has kind, state, recipient and times, and of the number only its ends', async () => {
    await worker.account('wali_murid', 'Siti Aminah', { phone: '+6281234567890' });
    const id = await made({ status: 'failed', reason: 'refused', error_code: 131026, failed_at: new Date() });
    const answer = await list();
    expect(answer.headers['x-total-count']).toBe('1');
    expect(answer.json()).toEqual([
      {
        id,
        channel: 'whatsapp',
        version: 2,
        kind: 'password_changed',
        code: false,
        recipient: { name: 'Siti Aminah', phone: '0812-••••-•890' },
        status: 'failed',
        reason: 'refused',
        error_code: 131026,
        resend_refusal: null,
        created_at: expect.any(String),
        next_attempt_at: null,
        sent_at: null,
        delivered_at: null,
        read_at: null,
        failed_at: expect.any(String),
      },
    ]);
    expect(answer.body).not.toMatch(/12345678/u);
  });

  test('when messages are taken as CSV, then they are the rows of the board, without texts and whole numbers', async () => {
    const who = { phone: '+6281234567891' };
    await worker.account('wali_murid', '=HYPERLINK("x")', who);
    await made({ status: 'failed', reason: 'refused', error_code: 131026 }, { to: who.phone });
    await made();
    const file = await worker.call('F12', cs, { query: 'format=csv&status=failed' });
    const [head, ...rows] = readCsv(file.body);
    expect(head).toHaveLength(11);
    expect(rows.map((row) => row.slice(0, 6))).toEqual([
      [
        `'=HYPERLINK("x")`,
        '0812-••••-•891',
        'Password diganti',
        'WhatsApp',
        'Gagal',
        expect.stringMatching(/^Nomor ini tidak dapat menerima pesan/u),
      ],
    ]);
    expect(file.body).not.toMatch(/12345678/u);
    const [noted] = await worker.knex('audit_events').where({ action: 'message.exported' });
    expect([noted.actor_id, noted.actor_name, noted.details.rows]).toEqual([cs.id, 'Dewi', 1]);
  });

  test.each([
    ['+6281234567890', '0812-••••-•890'],
    ['+628123456789', '0812-••••-789'],
    ['+6591234567', '+65 •••••567'],
  ])('when the number is %s, then it stands there as %s', async (to, shown) => {
    await made(undefined, { to });
    expect((await rows()).map(({ recipient }) => recipient.phone)).toEqual([shown]);
  });

  test('when a message holds a code, then the code is in no answer, not even in that of the message itself', async () => {
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    const code = { kind: 'reset_code', priority: 'code', params: { code: CANARY }, expiresAt } as const;
    const waiting = await made(undefined, code);
    const failed = await made({ status: 'failed', reason: 'network' }, { ...code, to: '+6281234567891' });
    const answers = [await list(), await worker.call('W02', cs)];
    for (const id of [waiting, failed]) {
      for (const call of ['W03', 'W04', 'W05']) answers.push(await worker.call(call, cs, { id }));
    }
    answers.push(await worker.call('W06', await worker.account('admin'), { query: 'limit=50' }));
    expect(answers.map(({ body }) => body).join()).not.toMatch(alone(CANARY));
    expect((await worker.call('W03', cs, { id: failed })).json().text).toContain(MASKED_CODE);
    expect((await rows()).map((row) => [row.code, row.resend_refusal])).toEqual([
      [true, 'code'],
      [true, 'code'],
    ]);
    expect(worker.logs.join('')).not.toMatch(alone(CANARY));
  });

  test('when filters are given, then only what fits all of them is there, and a day is Jakarta’s', async () => {
    const edge = await made(
      { status: 'failed', created_at: '2026-03-01T17:00:00Z' },
      { kind: 'fee_verified', params: { child: 'Umar', number: 'PSB-1', link: 'x' } },
    );
    const sent = await made({ status: 'sent', created_at: '2026-03-02T10:00:00Z' });
    const ids = async (query: string) => (await rows(query)).map(({ id }) => id);
    expect(await ids('from=2026-03-02&to=2026-03-02')).toEqual([sent, edge]);
    expect(await ids('from=2026-03-01&to=2026-03-01')).toEqual([]);
    expect(await ids('status=failed')).toEqual([edge]);
    expect(await ids('kind=fee_verified&from=2026-03-02')).toEqual([edge]);
    expect(await ids('kind=fee_verified&status=sent')).toEqual([]);
    expect(await ids('sort=created_at')).toEqual([edge, sent]);
  });

  test('when a name or a complete number in any spelling is searched, then that person’s messages are found', async () => {
    const phone = '+6281377770001';
    await worker.account('wali_murid', 'Budi 100% Santoso', { phone });
    const id = await made(undefined, { to: phone });
    await made(undefined, { to: '+6281377770002' });
    for (const text of ['budi', 'SANTOSO', '100%', '0813 7777 0001', '6281377770001', '+62 813-7777-0001']) {
      expect(await rows(new URLSearchParams({ limit: '5', search: text }).toString())).toMatchObject([
        { id },
      ]);
    }
    for (const text of ['%%', '_', '77770001', '0813777700', "' OR 1=1--"]) {
      expect([text, await rows(new URLSearchParams({ search: text }).toString())]).toEqual([text, []]);
    }
  });

  test('when a message came before its account, then it gets the name with the account’s event', async () => {
    const phone = '+6281377770009';
    await made(undefined, { to: phone });
    expect(await rows()).toMatchObject([{ recipient: { name: null } }]);
    const id = uuidv7();
    await worker.account('wali_murid', 'Nur', { id, phone });
    expect(await rows()).toMatchObject([{ recipient: { name: 'Nur' } }]);
    await worker.account('wali_murid', 'Nama lama', { id, phone, version: 0 });
    expect(await rows()).toMatchObject([{ recipient: { name: 'Nur' } }]);
    // The number moves to another account: earlier messages stay with the first one.
    await worker.account('wali_murid', 'Nur', { id, phone: null, active: false, version: 2 });
    await worker.account('wali_murid', 'Orang Baru', { phone });
    await made(undefined, { to: phone });
    expect((await rows()).map(({ recipient }) => recipient.name)).toEqual(['Orang Baru', 'Nur']);
  });

  test('when counts are asked for, then each state counts as the list would under the other filters', async () => {
    await made({ status: 'failed' });
    await made(
      { status: 'failed' },
      { kind: 'fee_verified', params: { child: 'A', number: 'B', link: 'x' } },
    );
    await made({ status: 'delivered' });
    const counts = async (query = '') => (await worker.call('W02', cs, { query })).json();
    expect(await counts()).toEqual({
      total: 3,
      status: { pending: 0, retry: 0, sent: 0, delivered: 1, failed: 2 },
    });
    expect(await counts('status=delivered')).toEqual({ total: 1, status: (await counts()).status });
    expect((await counts('kind=fee_verified')).status).toMatchObject({ failed: 1, delivered: 0 });
  });

  test('when pages are followed forth and back, then every row comes once, in the order of the whole list', async () => {
    for (let at = 0; at < 7; at += 1) {
      await made({ created_at: new Date(Date.UTC(2026, 0, 1 + Math.floor(at / 2))) });
    }
    const whole = (await rows('')).map(({ id }) => id);
    const seen: string[] = [];
    let query: string | undefined = 'limit=3';
    let last = '';
    while (query) {
      const answer = await list(query);
      expect(answer.headers['x-total-count']).toBe('7');
      seen.push(...answer.json().map((row: MessageRow) => row.id));
      last = String(answer.headers.link);
      query = /\?([^>]+)>; rel="next"/u.exec(last)?.[1];
    }
    expect(seen).toEqual(whole);
    const before = (await list(/\?([^>]+)>; rel="prev"/u.exec(last)?.[1])).json();
    expect(before.map((row: MessageRow) => row.id)).toEqual(whole.slice(3, 6));
  });

  test('when a message is opened, then its text is there and the reading is in the trail', async () => {
    const id = await made({ status: 'delivered', tries: 2 }, { params: { name: 'Siti' } });
    const answer = await worker.call('W03', cs, { id });
    expect(answer.json()).toMatchObject({ id, tries: 2, resends: [] });
    expect(answer.json().text).toContain('Halo Siti');
    expect(answer.headers['cache-control']).toBe('no-store');
    const trail = await worker.knex('audit_events').where({ subject_id: id });
    expect(trail).toMatchObject([
      {
        action: 'message.read',
        actor_id: cs.id,
        actor_name: 'Dewi',
        actor_role: 'cs',
        address: '203.0.113.7',
        details: { kind: 'password_changed' },
      },
    ]);
    const look = await worker.call('W06', await worker.account('it'), { query: `subject_id=${id}` });
    expect(look.json()).toMatchObject([{ action: 'message.read', subject_id: id }]);
  });

  test('when retention has ended a text, then the message still stands there without it and cannot be sent again', async () => {
    const id = await made({ status: 'failed', message: null, params_sealed: null });
    expect((await worker.call('W03', cs, { id })).json()).toMatchObject({
      text: null,
      resend_refusal: 'text_gone',
    });
  });

  test('when a link to the recipient is asked for, then it is given for a failed message alone, and the trail knows', async () => {
    const id = await made({ status: 'failed' }, { to: '+6281234567890' });
    const answer = await worker.call('W05', cs, { id });
    expect([answer.statusCode, answer.json()]).toEqual([200, { url: 'https://wa.me/6281234567890' }]);
    expect(await worker.knex('audit_events').where({ subject_id: id }).pluck('action')).toEqual([
      'message.contact_opened',
    ]);
    const sent = await made({ status: 'sent' });
    expect((await worker.call('W05', cs, { id: sent })).statusCode).toBe(409);
    expect(await worker.knex('audit_events').where({ subject_id: sent })).toEqual([]);
    expect(worker.logs.join('')).not.toContain('81234567890');
  });

  test.each([
    'kind=x',
    'status=gone',
    'from=kemarin',
    'to=2026-02-30',
    'limit=0',
    'cursor=x',
    'recipient=1',
    'sort=kind',
  ])('B when the query is %s, then 400', async (query) => {
    expect((await list(query)).statusCode).toBe(400);
  });
});
