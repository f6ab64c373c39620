import { createRegistration } from '@gerbang/contracts/registrations';
import { updateParent } from '@gerbang/contracts/parents';
import { createChild } from '@gerbang/contracts/children';
import type { EventPayload } from '@gerbang/contracts/events';
import { createBus } from '@gerbang/service-kit/events/bus';
import { startRelay } from '@gerbang/service-kit/events/relay';
import { testDatabase } from '@gerbang/service-kit/testing/databases';
import { uuidv7 } from 'uuidv7';
import { accountOf } from '@gerbang/service-kit/events/accounts';
import { publishAccountMessage } from '@gerbang/service-kit/events/account-messages';
import { type Door, openDoor } from './door.ts';
import { consume } from './registration-stages-work.ts';
import { until } from '@gerbang/service-kit/testing/until';

type Account = EventPayload<'account.changed'>;

/** The service's own relay and consumer over a real queue. */
describe("events of admission's queue", () => {
  let queue: Awaited<ReturnType<typeof testDatabase>>;
  let door: Door;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    queue = await testDatabase('admissionqueue');
    door = await openDoor();
    const { context, database } = door;
    const bus = createBus({ queueDatabaseUrl: queue.url }, context.log);
    consume(bus, context);
    const relay = startRelay({ url: context.config.DATABASE_URL, database, bus, logger: context.log });
    stop = async () => {
      await relay.close();
      await bus.close();
    };
  });
  afterAll(async () => {
    await stop();
    await door.close();
    await queue.drop();
  });

  const account = (change: Partial<Account> = {}): Account => ({
    id: uuidv7(),
    name: 'Rahma Aulia',
    role: 'wali_murid',
    phone: '+6281234567890',
    active: true,
    version: 1,
    ...change,
  });
  const tell = (payload: Account) =>
    door.database.transaction((trx) => door.context.outbox.publish(trx, 'account.changed', payload));
  const worked = async (count: number) => {
    await until(async () => Number((await door.db('processed_events').count('* as n').first())?.n) >= count);
    return Number((await door.db('processed_events').count('* as n').first())?.n);
  };
  const copy = (id: string) => accountOf(door.db, id);
  const messagesTo = (phone: string) =>
    door.published.filter((event) => event.type === 'message.requested' && event.payload.to === phone);

  test('when events come late, twice or in any order, then the highest version stays', async () => {
    const first = account();
    const versions = [2, 5, 1, 3, 5, 4].map((version) => ({ ...first, version, name: `Nama ${version}` }));
    const before = await worked(0);
    for (const version of versions) await tell(version);
    await worked(before + versions.length);
    expect(await copy(first.id)).toEqual({ ...first, version: 5, name: 'Nama 5' });
  });

  test('when everything is replayed, then lost copies are made anew and the others stay', async () => {
    const [kept, lost] = [account({ version: 3 }), account({ version: 7, active: false, phone: null })];
    const before = await worked(0);
    await tell(kept);
    await tell(lost);
    await worked(before + 2);
    await door.db('accounts').where({ id: lost.id }).delete();
    await tell(kept);
    await tell(lost);
    await worked(before + 4);
    expect([await copy(kept.id), await copy(lost.id)]).toEqual([kept, lost]);
  });

  test('when a message is for an account that is not known yet, then it waits and goes out once when it is', async () => {
    const late = account({ phone: '+6281299990001' });
    const message = {
      kind: 'registration_received' as const,
      dedupeKey: `registration-received:${uuidv7()}`,
      params: { child: 'Anak', level: 'SD', number: 'PSB-1', fee: 'Rp 1', link: 'http://x' },
    };
    await door.database.transaction((trx) => publishAccountMessage(door.context, trx, late.id, message));
    expect(messagesTo(late.phone!)).toEqual([]);
    await until(() => door.logged().includes('A message waits for an account'));
    await tell(late);
    await until(() => messagesTo(late.phone!).length > 0);
    expect(messagesTo(late.phone!).map((event) => event.payload)).toEqual([
      { ...message, priority: 'normal', to: late.phone, accountId: late.id },
    ]);
    const before = await worked(0);
    await tell({ ...late, version: 2 });
    await worked(before + 1);
    expect(messagesTo(late.phone!)).toHaveLength(1);
  });

  test('when the account is known, then the message goes to its login phone at once, whatever the profile says', async () => {
    const caller = await door.caller();
    await door.call(updateParent, caller, { body: { contact_phone: '+6281299990002' } });
    const { phone } = (await copy(caller.id))!;
    await door.database.transaction((trx) =>
      publishAccountMessage(door.context, trx, caller.id, {
        kind: 'fee_proof_received',
        dedupeKey: uuidv7(),
        params: { child: 'Anak', number: 'PSB-1', link: 'http://x' },
      }),
    );
    expect([messagesTo(phone!).length, messagesTo('+6281299990002').length]).toEqual([1, 0]);
  });

  test.each([
    ['closed, then nothing is sent', { active: false, phone: '+6281299990003' }, []],
    ['without a number, then the message is for its inbox', { phone: null }, [null]],
  ])('when the account is %s, and nothing waits', async (_name, change, numbers) => {
    const gone = account(change);
    const before = await worked(0);
    await tell(gone);
    await worked(before + 1);
    const published = door.published.length;
    await door.database.transaction((trx) =>
      publishAccountMessage(door.context, trx, gone.id, {
        kind: 'fee_proof_received',
        dedupeKey: uuidv7(),
        params: {},
      }),
    );
    const sent = door.published.slice(published).map(({ payload }) => payload);
    expect(sent).toEqual(numbers.map((to) => expect.objectContaining({ to, accountId: gone.id })));
  });

  test('when the account’s name or login phone changes, then the registrations of that family are published again', async () => {
    const caller = await door.caller();
    const child = await door.call(createChild, caller, {
      body: { full_name: 'Anak', birth_city: 'Jakarta', birth_date: '2019-05-04' },
    });
    const made = await door.call(createRegistration, caller, {
      body: { child_id: child.json().id, jenjang: 'KB', academic_year: '2027/2028' },
    });
    expect(made.statusCode).toBe(201);
    const told = () =>
      door.published.filter(
        (event) => event.type === 'registration.changed' && event.payload.id === made.json().id,
      );
    const before = told().length;
    const known = (await copy(caller.id))!;
    await tell({ ...known, version: 2, name: 'Nama Lain' });
    await tell({ ...known, version: 3, phone: '+6281299990004' });
    // The new name alone is told too, unless both changes came together.
    await until(() => told().at(-1)?.payload.login_phone === '+6281299990004');
    await until(async () => (await copy(caller.id))?.version === 3);
    expect(Number(told().at(-1)?.payload.version)).toBeGreaterThan(
      Number(told()[before - 1]?.payload.version),
    );
  });
});
