import { createOutbox } from '@gerbang/service-kit/events/outbox';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { testKeyRing } from '@gerbang/service-kit/testing/identity';
import { alone } from '@gerbang/service-kit/testing/alone';
import { uuidv7 } from 'uuidv7';
import { accountHandlers } from '../src/accounts/account-events.ts';
import { blockAddress } from '../src/accounts/blocked-addresses.repository.ts';
import { recipientKey } from '../src/accounts/recipient-key.ts';
import { scriptedProvider, silentBus, startWorker } from './harness.ts';

describe('the messages of a family', () => {
  let worker: Awaited<ReturnType<typeof startWorker>>;
  beforeAll(async () => {
    worker = await startWorker({ bus: silentBus().bus, provider: scriptedProvider().provider });
  });
  afterAll(() => worker.stop());

  /** What admission's event says of an erasure comes in. */
  const erase = ({ id: user_id }: { readonly id: string }) =>
    worker.database.transaction(async (trx) => {
      const erased = { request_id: uuidv7(), user_id, registrations: [] };
      await accountHandlers(createOutbox(createSealer(testKeyRing('bus'))))['data.erased']?.(trx, erased, {
        id: uuidv7(),
        version: 1,
        requestId: undefined,
      });
    });

  test('when a family exports and is erased, then it has its messages alone, and what was sent to it is gone', async () => {
    const phones = ['+6281234567890', '+6281234567891'] as const;
    const mine = await worker.account('wali_murid', 'Siti', { phone: phones[0] });
    await worker.account('wali_murid', 'Rahma', { phone: phones[1] });
    const ids = [
      await worker.ask({ to: phones[0], params: { name: 'KENARI' } }),
      await worker.ask({ to: phones[0], kind: 'reset_code', priority: 'code', params: { code: '739184' } }),
      await worker.ask({ to: phones[1], params: { name: 'LAIN' } }),
      await worker.ask({ to: phones[0], params: { name: 'LAGI' } }),
    ] as const;
    await worker.knex('notifications').whereIn('id', ids.slice(0, 3)).update({ status: 'sent' });

    const url = '/api/parent/data-export/notification';
    const answer = await worker.service.app.inject({ url, headers: worker.headers(mine) });
    const { messages, inbox } = answer.json();
    expect(inbox.map(({ id }: { id: string }) => id)).toEqual([ids[0], ids[3]]);
    expect(messages.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [ids[0], ids[1], ids[3]].toSorted(),
    );
    expect(messages[0]).toMatchObject({ phone: '0812-••••-•890', text: expect.stringContaining('KENARI') });
    for (const words of [/LAIN|81234567/u, alone('739184')]) expect(answer.body).not.toMatch(words);

    await erase(mine);
    expect(await worker.knex('inbox').pluck('id')).toEqual([ids[2]]);
    // What is still on its way is sent first.
    expect(new Set(await worker.knex('notifications').pluck('id'))).toEqual(new Set([ids[2], ids[3]]));
    expect(await worker.knex('outbox_events').pluck('type')).toEqual(['erasure.reported']);
  });

  test('when a family is erased, then the hashes of its address and its number go with it, but for the count of a number that may be another person’s', async () => {
    const [proved, unproved, other] = ['+6281234567892', '+6281234567893', '+6281234567894'] as const;
    const emails = { mine: 'mundur@contoh.sch.id', other: 'tetap@contoh.sch.id' };
    const mine = await worker.account('wali_murid', 'Siti', {
      phone: proved,
      proved: true,
      email: emails.mine,
    });
    const unsure = await worker.account('wali_murid', 'Rahma', { phone: unproved, proved: false });
    await worker.account('wali_murid', 'Nur', { phone: other, proved: true, email: emails.other });
    const keyOf = (to: string) => recipientKey(worker.columnKeys, to);
    await worker.knex('recipient_counts').delete();
    await worker
      .knex('recipient_counts')
      .insert([proved, unproved, other].map((phone) => ({ recipient_key: keyOf(phone), unproved: 1 })));
    for (const email of Object.values(emails)) {
      await blockAddress(worker.database, worker.columnKeys, email, 'bounced');
    }
    for (const one of [mine, unsure]) await erase(one);
    expect(await worker.knex('blocked_addresses').pluck('address_key')).toEqual([keyOf(emails.other)]);
    const counted = await worker.knex('recipient_counts').pluck<string[]>('recipient_key');
    expect(new Set(counted)).toEqual(new Set([unproved, other].map(keyOf)));
  });
});
