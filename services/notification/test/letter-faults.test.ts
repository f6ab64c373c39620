import { signWebhook } from '@gerbang/simulator/webhooks';
import { createMail } from '../src/letters/mail.ts';
import { MAIL_SECRET, openLetterWorld } from './letter-world.ts';

type World = Awaited<ReturnType<typeof openLetterWorld>>;

describe('letters and a mail server that fails', () => {
  let world: World;
  beforeAll(async () => {
    world = await openLetterWorld();
  });
  afterAll(() => world.stop());
  beforeEach(() => world.reset());

  const order = (mail: object) => world.simulator.control.order({ mail });
  const refuse = (at: 'connect' | 'recipient' | 'letter', reply: string, more: object = {}) =>
    order({ refuse: { at, reply, times: 1, ...more } });

  test('when the mail server closes its door, then all letters wait, and none is lost', async () => {
    refuse('connect', '421 4.3.2 Closing', { times: 100 });
    const ids = [await world.letter('a@contoh.id'), await world.letter('b@contoh.id')];
    await world.drain();
    await world.drain();
    expect(world.simulator.control.state().counts.letters).toBe(0);
    for (const id of ids) expect(await world.row(id)).toMatchObject({ channel: 'email', tries: 0 });
    world.simulator.control.order({ reset: true });
    for (const id of ids) await world.pass(id);
    await world.drain();
    expect(world.letters()).toHaveLength(2);
    for (const id of ids) expect(await world.row(id)).toMatchObject({ status: 'sent' });
  });

  test('when nothing listens there, then the letter is known as not sent', async () => {
    const mail = createMail({
      url: 'smtp://127.0.0.1:1',
      from: { name: '', address: 'ppdb@contoh.sch.id' },
      publicOrigin: 'https://portal.example',
      hasChoice: () => false,
    });
    const message = {
      kind: 'email_changed',
      to: 'a@contoh.id',
      values: ['https://x.id'],
      reference: 'r',
    } as const;
    expect(await mail.send(message)).toEqual({ is: 'not-sent' });
    await expect(mail.check()).rejects.toThrow('ECONNREFUSED');
    await expect(world.mail.check()).resolves.toBeUndefined();
  });

  test('when the mailbox is busy, then the letter is tried again later', async () => {
    refuse('recipient', '450 4.2.1 Busy');
    const id = await world.letter('a@contoh.id');
    await world.drain();
    expect(await world.row(id)).toMatchObject({ status: 'retry', reason: 'mail-busy', tries: 1 });
    await world.pass(id);
    await world.drain();
    expect(await world.row(id)).toMatchObject({ status: 'sent' });
  });

  test('when the address does not exist, then the letter failed and no other is sent there, in any spelling of a proof', async () => {
    const { id: owner, email } = await world.family();
    refuse('recipient', '550 5.1.1 No such user', { to: email });
    const id = await world.letter(email);
    await world.drain();
    expect(await world.row(id)).toMatchObject({ status: 'failed', reason: 'bounced' });
    const next = await world.letter(email);
    expect(await world.row(next)).toMatchObject({
      status: 'failed',
      reason: 'address-blocked',
      params_sealed: null,
    });
    expect(await world.knex('accounts').where({ id: owner }).first()).toMatchObject({ email: null });
    await world.family({ id: owner, email, version: 2 });
    expect(await world.knex('accounts').where({ id: owner }).first()).toMatchObject({ email: null });
    await world.drain();
    expect(world.letters()).toEqual([]);
  });

  test('when the server refuses the letter and not the address, then it failed with an alarm and the address stays', async () => {
    refuse('letter', '554 5.7.1 Looks like spam');
    const id = await world.letter('a@contoh.id');
    await world.drain();
    expect(await world.row(id)).toMatchObject({ status: 'failed', reason: 'mail-refused' });
    expect(world.logs.join('')).toContain('letter refused');
    const next = await world.letter('a@contoh.id');
    await world.drain();
    expect(await world.row(next)).toMatchObject({ status: 'sent' });
  });

  test('when the server takes no part of us, then all letters wait with one alarm', async () => {
    refuse('recipient', '530 5.7.0 Authentication required', { times: 100 });
    const ids = [await world.letter('a@contoh.id'), await world.letter('b@contoh.id')];
    await world.drain();
    for (const id of ids)
      expect(await world.row(id)).toMatchObject({ status: 'retry', reason: 'mail-access' });
    expect(world.logs.filter((line) => line.includes('refuses our access'))).toHaveLength(1);
  });

  test('when the answer to a letter is lost, then it goes a second time under the same id, and never a third time', async () => {
    order({ drop: { times: 5 } });
    const id = await world.letter('a@contoh.id');
    await world.drain();
    expect(await world.row(id)).toMatchObject({ status: 'retry', attempt_state: 'unknown' });
    for (let round = 0; round < 4; round += 1) {
      await world.pass(id);
      await world.drain();
    }
    expect(await world.row(id)).toMatchObject({ status: 'failed', reason: 'mail-unknown' });
    const ids = world.letters('a@contoh.id').map(({ headers }) => headers['message-id']);
    expect(ids).toEqual([`<${id}@contoh.sch.id>`, `<${id}@contoh.sch.id>`]);
  });

  test('when the server answers slowly, then the letter waits no longer than it may, and WhatsApp is not held up', async () => {
    world.longest(1500);
    order({ slow: { ms: 15_000, times: 1 } });
    const id = await world.letter('a@contoh.id');
    const draining = world.drain();
    const other = await world.ask();
    await world.service.deliver(other);
    expect(await world.row(other)).toMatchObject({ status: 'sent' });
    await draining;
    // Had it waited for the answer, the letter would be known as sent.
    expect(await world.row(id)).toMatchObject({ attempt_state: 'unknown' });
  });

  test('when a worker died while it sent a letter, then the letter is tried once more, ten minutes later', async () => {
    const id = await world.letter('a@contoh.id');
    await world.knex('notifications').where({ id }).update({ attempt_state: 'sending', attempt: 1 });
    await world.drain();
    expect(await world.row(id)).toMatchObject({ status: 'retry', attempt_state: 'unknown', unknowns: 1 });
    expect(world.letters()).toEqual([]);
    await world.pass(id);
    await world.drain();
    expect(await world.row(id)).toMatchObject({ status: 'sent' });
    expect(world.letters()).toHaveLength(1);
  });

  describe('reports of letters that came back', () => {
    const report = (body: string, signature = signWebhook(body, MAIL_SECRET)) =>
      world.service.app.inject({
        method: 'POST',
        url: '/webhooks/mail',
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
        payload: body,
      });
    const bodyOf = (type: string, email: string, message_id?: string) =>
      JSON.stringify({ reports: [{ type, email, message_id }] });

    test('when one is signed, then the letter failed and the address gets no other, however often it comes', async () => {
      const id = await world.letter('a@contoh.id');
      await world.drain();
      const body = bodyOf('bounced', 'A@contoh.id', `<${id}@contoh.sch.id>`);
      expect([(await report(body)).statusCode, (await report(body)).statusCode]).toEqual([200, 200]);
      expect(await world.row(id)).toMatchObject({ status: 'failed', reason: 'bounced' });
      const next = await world.letter('a@contoh.id');
      expect(await world.row(next)).toMatchObject({ reason: 'address-blocked' });
    });

    test('when its reader complained, then the letter counts as sent and the address gets no other', async () => {
      const id = await world.letter('a@contoh.id');
      await world.drain();
      await report(bodyOf('complained', 'a@contoh.id', `<${id}@contoh.sch.id>`));
      expect(await world.row(id)).toMatchObject({ status: 'sent' });
      expect(await world.knex('blocked_addresses').pluck('cause')).toEqual(['complained']);
    });

    test('when one is unsigned, signed otherwise or of another shape, then nothing changes', async () => {
      const body = bodyOf('bounced', 'a@contoh.id');
      expect((await report(body, 'sha256=00')).statusCode).toBe(401);
      expect((await report(body, signWebhook(body, 'another-secret'))).statusCode).toBe(401);
      expect((await report('{"reports":[{"type":"opened","email":"a@contoh.id"}]}')).statusCode).toBe(400);
      expect((await report('nonsense')).statusCode).toBe(400);
      expect(await world.knex('blocked_addresses')).toEqual([]);
    });
  });
});
