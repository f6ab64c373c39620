import type { MessageKind } from '@gerbang/contracts/message-kinds';
import { MESSAGE_TEMPLATES } from '@gerbang/contracts/message-templates';
import type { InboxItem } from '@gerbang/contracts/notifications';
import { uuidv7 } from 'uuidv7';
import { INBOX_TEXTS } from '../src/notifications/inbox.copy.ts';
import { type Caller, scriptedProvider, silentBus, startWorker } from './harness.ts';

const PHONE = '+6281234560001';
const ORIGIN = 'https://portal.example';

describe('the inbox of an account', () => {
  let worker: Awaited<ReturnType<typeof startWorker>>;
  let mine: Caller;
  let other: Caller;
  beforeAll(async () => {
    worker = await startWorker({ bus: silentBus().bus, provider: scriptedProvider().provider });
  });
  afterAll(() => worker.stop());
  beforeEach(async () => {
    await worker.knex('inbox').delete();
    await worker.knex('message_settings').delete();
    await worker.knex('accounts').delete();
    mine = await worker.account('wali_murid', 'Siti', { phone: PHONE });
    other = await worker.account('wali_murid', 'Rahma', { phone: '+6281234560002' });
  });

  const list = async (caller: Caller, query = ''): Promise<InboxItem[]> => {
    const answer = await worker.call('M01', caller, { query });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const unreadOf = async (caller: Caller) => (await list(caller, 'unread=true')).map(({ id }) => id);
  const stage = (more: object = {}) => ({
    to: PHONE,
    accountId: mine.id,
    kind: 'stage_changed' as const,
    params: {
      child: 'Zaidan',
      number: 'PSB-2026-SD-00001',
      stage: 'Observasi Dijadwalkan',
      detail: 'Observasi: Senin, 7 Desember 2026.',
      link: `${ORIGIN}/registrations?lihat=${mine.id}#rahasia`,
    },
    ...more,
  });

  test('when a message is taken in, then it is in its account’s inbox alone, with title, text, path and state', async () => {
    const id = await worker.ask(stage());
    expect(await list(mine)).toEqual([
      {
        id,
        kind: 'stage_changed',
        title: 'Tahap pendaftaran berubah',
        text: 'Tahap pendaftaran Zaidan (nomor PSB-2026-SD-00001) sekarang: Observasi Dijadwalkan. Observasi: Senin, 7 Desember 2026.',
        link: `/registrations?lihat=${mine.id}`,
        channel: 'whatsapp',
        state: 'WhatsApp · menunggu dikirim',
        created_at: expect.stringMatching(/Z$/u),
        read_at: null,
      },
    ]);
    expect(await list(other)).toEqual([]);
  });

  test('when it comes twice or under a used dedupe key, then it is there once', async () => {
    const job = worker.job(stage({ dedupeKey: 'sekali' }));
    await Promise.all([worker.service.intake(job), worker.service.intake(job)]);
    await worker.ask(stage({ dedupeKey: 'sekali' }));
    expect(await list(mine)).toHaveLength(1);
  });

  test('when a message holds a code, has no recipient, or is for a number that the account leaves, then no inbox has it', async () => {
    await worker.ask({ to: PHONE, kind: 'reset_code', priority: 'code', params: { code: '739184' } });
    await worker.ask({ to: PHONE, kind: 'password_changed', accountId: null });
    await worker.ask({ to: PHONE, kind: 'number_changed', params: {} });
    await worker.ask(stage({ to: null, accountId: null }));
    expect(await worker.knex('inbox')).toEqual([]);
  });

  test('when the account has no number, then the message is in its inbox, and staff see why it went no other way', async () => {
    const { id: accountId } = await worker.account('wali_murid', 'Dewi', { phone: null });
    const id = await worker.ask(stage({ to: null, accountId }));
    const state = 'WhatsApp gagal: akun Anda belum memiliki nomor WhatsApp';
    expect(await list({ id: accountId, role: 'wali_murid' })).toMatchObject([{ id, state }]);
    expect(await worker.row(id)).toMatchObject({
      status: 'failed',
      reason: 'no-number',
      params_sealed: null,
      recipient_id: accountId,
    });
    const staff = await worker.account('admin');
    expect((await worker.call('W03', staff, { id })).json()).toMatchObject({
      recipient: { name: 'Dewi', phone: 'tanpa nomor' },
      resend_refusal: 'text_gone',
    });
  });

  test('when an event of a release before names no account, then the owner of the number has it', async () => {
    const { accountId: _none, ...before } = stage();
    const id = await worker.ask(before);
    expect((await list(mine)).map((item) => item.id)).toEqual([id]);
  });

  test('when a message is held back by a limit or cannot be sent, then it is in the inbox all the same', async () => {
    const id = await worker.ask(stage());
    await worker.knex('notifications').where({ id }).update({ status: 'failed', error_code: 131_026 });
    expect(await list(mine)).toMatchObject([
      { id, state: 'WhatsApp gagal: nomor ini tidak memakai WhatsApp' },
    ]);
  });

  test('when the channel reports, then its state is in words with the time in Jakarta', async () => {
    const id = await worker.ask(stage());
    const row = () => worker.knex('notifications').where({ id });
    const at = (time: string) => new Date(`2026-11-21T${time}:00Z`);
    await row().update({ status: 'sent', sent_at: at('07:01') });
    expect(await list(mine)).toMatchObject([{ state: 'WhatsApp · terkirim 21 Nov 14.01' }]);
    await row().update({ status: 'delivered', delivered_at: at('07:02'), read_at: new Date() });
    const read = expect.stringMatching(/^WhatsApp · dibaca \d\d\.\d\d$/u);
    expect(await list(mine)).toMatchObject([{ state: read }]);
  });

  test('when rows are marked as read, then only one’s own are, whatever ids are sent, also at once', async () => {
    const ids = [await worker.ask(stage()), await worker.ask(stage()), await worker.ask(stage())] as const;
    const [theirs] = [await worker.ask(stage({ accountId: other.id }))];
    const read = (caller: Caller, body: unknown) => worker.call('M02', caller, { body });
    const first = await read(mine, { ids: [ids[0], theirs, uuidv7()] });
    expect([first.statusCode, first.json()]).toEqual([200, { unread: 2 }]);
    expect(await unreadOf(mine)).toEqual([ids[2], ids[1]]);
    expect(await unreadOf(other)).toEqual([theirs]);
    const [{ read_at: before }] = await worker.knex('inbox').where({ id: ids[0] });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_none, at) =>
        read(mine, at % 2 === 0 ? { all: true } : { ids: at % 4 === 1 ? [...ids] : ids.toReversed() }),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await unreadOf(mine)).toEqual([]);
    expect(await unreadOf(other)).toEqual([theirs]);
    expect(await worker.knex('inbox').where({ id: ids[0] })).toMatchObject([{ read_at: before }]);
  });

  test.each([
    [{}],
    [{ ids: [] }],
    [{ ids: ['x'] }],
    [{ all: false }],
    [{ all: true, ids: [uuidv7()] }],
    [{ all: true, lain: 1 }],
    [{ ids: Array.from({ length: 201 }, () => uuidv7()) }],
  ])('when %j is to be read, then it is 400 in one’s own language', async (body) => {
    const answer = await worker.call('M02', mine, { body });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).not.toMatch(/invalid|expected/iu);
  });

  test('when the inbox is long, then pages follow each other without gap, with the total', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 7; count += 1) ids.push(await worker.ask(stage()));
    const seen: string[] = [];
    for (let query: string | undefined = 'limit=3'; query; ) {
      const answer = await worker.call('M01', mine, { query });
      expect(answer.headers['x-total-count']).toBe('7');
      seen.push(...answer.json().map(({ id }: InboxItem) => id));
      query = /\?([^>]+)>; rel="next"/u.exec(String(answer.headers.link))?.[1];
    }
    expect(seen).toEqual(ids.toReversed());
  });

  test('when no channel was chosen, then WhatsApp is, and e-mail cannot be chosen before it is possible', async () => {
    const kinds = async () => (await worker.call('M04', mine)).json().kinds;
    const [first] = await kinds();
    expect(first).toEqual({
      kind: 'registration_received',
      label: 'Pendaftaran diterima',
      channel: 'whatsapp',
      choices: ['whatsapp'],
    });
    const choose = (channel: string) =>
      worker.call('M05', mine, { body: { kinds: [{ kind: 'stage_changed', channel }] } });
    expect((await choose('whatsapp')).json().kinds).toEqual(await kinds());
    const refused = await choose('email');
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'channel_not_available']);
    expect((await choose('merpati')).statusCode).toBe(400);
    const code = { kinds: [{ kind: 'reset_code', channel: 'whatsapp' }] };
    expect((await worker.call('M05', mine, { body: code })).statusCode).toBe(400);
  });
});

test.each(Object.entries(INBOX_TEXTS))(
  'when the text of %s names a value, then its template has it',
  (kind, { text }) => {
    const named = [...text.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name);
    expect(MESSAGE_TEMPLATES[kind as MessageKind].params).toEqual(expect.arrayContaining(named));
  },
);

test('when a template holds a code, then it has no text for inboxes', () => {
  for (const [kind, { category }] of Object.entries(MESSAGE_TEMPLATES)) {
    if (category === 'authentication') expect(INBOX_TEXTS[kind as MessageKind]).toBeUndefined();
  }
});
