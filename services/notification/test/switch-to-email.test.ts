import { statusEnvelope } from '@gerbang/simulator/webhooks';
import { switchToEmail } from '../src/delivery/message-status.repository.ts';
import { reportsOf } from '../src/webhooks/webhook.ts';
import { openLetterWorld } from './letter-world.ts';

type World = Awaited<ReturnType<typeof openLetterWorld>>;
const refused = (code: number) => ({ is: 'refused', code, httpStatus: 400 }) as const;

describe('a message that WhatsApp does not bring', () => {
  let world: World;
  beforeAll(async () => {
    world = await openLetterWorld();
  });
  afterAll(() => world.stop());
  beforeEach(() => world.reset());

  const switchAll = () => switchToEmail(world.database);
  const hoursAgo = (id: string, hours: number) =>
    world
      .knex('notifications')
      .where({ id })
      .update({ created_at: world.knex.raw('now() - make_interval(hours => ?)', [hours]) });
  const report = (id: string, status: string, attempt = 1, errorCode?: number) =>
    world.service.webhooks.receive(
      reportsOf(
        JSON.parse(
          statusEnvelope('1', {
            wamid: `wamid.${id}`,
            status,
            to: '+62',
            reference: `${id}:${attempt}`,
            ...(errorCode && { errorCode }),
          }),
        ),
      ),
    );
  /** A message to a family that WhatsApp has accepted, or refused with this code. */
  async function sent(to: string, code?: number): Promise<string> {
    if (code !== undefined) world.script.push(refused(code));
    const id = await world.ask({ to });
    await world.service.deliver(id);
    return id;
  }

  test.each([
    ['is not on WhatsApp', 131026, 'failed'],
    ['has blocked the school', 131050, 'failed'],
    ['gets a template that was refused', 132001, 'retry'],
  ])('when its recipient %s, then it goes by letter, once', async (_why, code, status) => {
    const { phone, email } = await world.family();
    const id = await sent(phone, code);
    expect(await world.row(id)).toMatchObject({ status, channel: 'whatsapp' });
    expect(await Promise.all(Array.from({ length: 5 }, switchAll))).toContain(1);
    await Promise.all([world.drain(), world.drain(), switchAll()]);
    await switchAll();
    await world.drain();
    expect(world.letters(email).map(({ subject }) => subject)).toEqual(['Password akun Anda diganti']);
    expect(await world.row(id)).toMatchObject({ status: 'sent', channel: 'email' });
    expect(world.sends).toHaveLength(1);
  });

  test('when no delivery is reported for two hours, then it goes by letter, and not before', async () => {
    const { phone, email } = await world.family();
    const id = await sent(phone);
    await hoursAgo(id, 1);
    expect(await switchAll()).toBe(0);
    await hoursAgo(id, 2);
    expect(await switchAll()).toBe(1);
    await world.drain();
    expect(world.letters(email)).toHaveLength(1);
  });

  test('when it was delivered, then no letter goes, also where the report comes at the last moment', async () => {
    const { phone, email } = await world.family();
    const delivered = await sent(phone);
    await report(delivered, 'delivered');
    await hoursAgo(delivered, 5);
    expect(await switchAll()).toBe(0);
    const late = await sent(phone);
    await hoursAgo(late, 5);
    expect(await switchAll()).toBe(1);
    await report(late, 'read');
    await world.drain();
    expect(world.letters(email)).toEqual([]);
    expect(await world.row(late)).toMatchObject({ status: 'delivered' });
  });

  test('when a failure of WhatsApp is reported after the letter went, then it changes nothing', async () => {
    const { phone } = await world.family();
    const id = await sent(phone);
    await hoursAgo(id, 3);
    await switchAll();
    await world.drain();
    await report(id, 'failed', 1, 131026);
    await report(id, 'sent');
    expect(await world.row(id)).toMatchObject({ status: 'sent', channel: 'email', reason: null });
  });

  test('when its template is paused, then it goes by letter meanwhile', async () => {
    const { phone, email } = await world.family();
    const id = await sent(phone, 132015);
    expect(await world.row(id)).toMatchObject({ status: 'retry', reason: 'hold-template' });
    await switchAll();
    await world.drain();
    expect(world.letters(email)).toHaveLength(1);
  });

  test('when the account has proved no address, or letters to it came back, then it stays with WhatsApp', async () => {
    const without = await world.family({ email: null });
    const blocked = await world.family();
    await world.knex('accounts').where({ id: blocked.id }).update({ email: null });
    const ids = [await sent(without.phone, 131026), await sent(blocked.phone, 131026)];
    const stranger = await sent('+628170000001', 131026);
    expect(await switchAll()).toBe(0);
    for (const id of [...ids, stranger]) expect(await world.row(id)).toMatchObject({ status: 'failed' });
  });

  test('when it is a code, too old or held back by a limit, then no letter goes', async () => {
    const { phone } = await world.family();
    world.script.push(refused(131026));
    const code = await world.ask({
      kind: 'reset_code',
      priority: 'code',
      to: phone,
      params: { code: '482913' },
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
    });
    await world.service.deliver(code);
    const limited = await sent(phone);
    await world.knex('notifications').where({ id: limited }).update({ status: 'failed', reason: 'limit' });
    const old = await sent(phone, 131026);
    await hoursAgo(old, 24 * 4);
    expect(await switchAll()).toBe(0);
  });

  test('when both ways are down, then it waits with WhatsApp and nothing is lost', async () => {
    const { phone, email } = await world.family();
    world.simulator.control.order({ mail: { refuse: { at: 'connect', reply: '421 Closing', times: 100 } } });
    world.script.push({ is: 'not-sent' }, { is: 'not-sent' });
    const [first, second] = [await world.ask({ to: phone }), await world.ask({ to: phone })];
    for (const id of [first, second]) await world.service.deliver(id);
    await hoursAgo(first, 3);
    await switchAll();
    await world.drain();
    expect(await world.row(first)).toMatchObject({
      channel: 'email',
      status: 'retry',
      reason: 'mail-network',
    });
    // The mail server is known to be away: the other one stays where it is.
    await hoursAgo(second, 3);
    expect(await switchAll()).toBe(0);
    await world.pass(second);
    await world.service.deliver(second);
    expect(await world.row(second)).toMatchObject({ channel: 'whatsapp', status: 'sent' });
    world.simulator.control.order({ reset: true });
    await world.pass(first);
    await world.drain();
    expect(world.letters(email)).toHaveLength(1);
  });

  test('when many workers switch and send at once, then each message goes by letter once and by WhatsApp once', async () => {
    const families = await Promise.all(Array.from({ length: 20 }, () => world.family()));
    const ids: string[] = [];
    for (const { phone } of families) ids.push(await sent(phone, 131026));
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        await switchAll();
        await world.drain();
      }),
    );
    await world.drain();
    expect(world.letters()).toHaveLength(20);
    expect(world.sends).toHaveLength(20);
    for (const id of ids) expect(await world.row(id)).toMatchObject({ channel: 'email', status: 'sent' });
  });

  test('when the family chose e-mail for a kind, then messages of the kind go by letter alone, and others by WhatsApp', async () => {
    const { id: account, phone, email } = await world.family();
    const caller = { id: account, role: 'wali_murid' } as const;
    const choose = (channel: string) =>
      world.service.app.inject({
        method: 'PUT',
        url: '/api/notifications/settings',
        headers: world.headers(caller),
        payload: { kinds: [{ kind: 'fee_verified', channel }] },
      });
    const fee = {
      kind: 'fee_verified',
      to: phone,
      params: { child: 'Bima', number: 'PSB-1', link: 'https://portal.example/registrations?lihat=1' },
    } as const;
    expect((await choose('email')).statusCode).toBe(200);
    const chosen = await world.ask(fee);
    const other = await world.ask({ to: phone });
    for (const id of [chosen, other]) await world.service.deliver(id);
    await world.drain();
    expect(world.sends.map(({ kind }) => kind)).toEqual(['password_changed']);
    expect(world.letters(email)).toHaveLength(1);
    expect(await world.row(chosen)).toMatchObject({ channel: 'email', status: 'sent' });
    await choose('whatsapp');
    await world.service.deliver(await world.ask(fee));
    expect(world.sends).toHaveLength(2);
    const nobody = await world.family({ email: null });
    const refusedChoice = await world.service.app.inject({
      method: 'PUT',
      url: '/api/notifications/settings',
      headers: world.headers({ id: nobody.id, role: 'wali_murid' }),
      payload: { kinds: [{ kind: 'fee_verified', channel: 'email' }] },
    });
    expect(refusedChoice.statusCode).toBe(422);
  });

  test('when the account has no number and has proved an address, then the message goes by letter alone', async () => {
    const { id: accountId, email } = await world.family();
    const id = await world.ask({ to: null, accountId });
    await world.service.deliver(id);
    await world.drain();
    expect(world.letters(email)).toHaveLength(1);
    expect(world.sends).toEqual([]);
    expect(await world.row(id)).toMatchObject({ channel: 'email', status: 'sent', recipient_id: accountId });
  });

  test('when a job of WhatsApp comes for a message that went over, then WhatsApp does not get it', async () => {
    const { phone } = await world.family();
    const id = await sent(phone, 131026);
    await switchAll();
    await world.service.deliver(id);
    expect(world.sends).toHaveLength(1);
    expect(await world.row(id)).toMatchObject({ channel: 'email', status: 'pending' });
  });
});
