import { sendDigest } from '../src/bank-days/send-digest.ts';
import { type Lines, openLines } from './bank-lines.ts';
import { type Door, openDoor } from './door.ts';

/** A moment of Jakarta's clock on a day of March 2027. */
const at = (day: number, clock: string) =>
  new Date(`2027-03-${String(day).padStart(2, '0')}T${clock}:00+07:00`);

describe('the digest of finance', () => {
  let door: Door;
  let bank: Lines;
  beforeEach(async () => {
    door = await openDoor();
    bank = await openLines(door);
  });
  afterEach(() => door.close());

  /** Sends the digest of this moment; returns to whom, and with which figures. */
  async function run(now: Date) {
    door.setClock(now);
    const from = door.published.length;
    await sendDigest(door.context);
    return door.published.slice(from).map(({ payload }) => [payload.accountId, payload.params]);
  }

  test('when lines and money are open, then each active finance account is told once, from 17.00 in Jakarta', async () => {
    const fina = await door.caller('finance', 'Fina');
    const silent = await door.caller('finance', 'Sari');
    await door.db('accounts').where({ id: silent.id }).update({ phone: null });
    const gone = await door.caller('finance', 'Gina');
    await door.db('accounts').where({ id: gone.id }).update({ active: false });
    for (const role of ['admin', 'manager_pendidikan', 'wali_murid'] as const) await door.caller(role);
    for (const status of ['new', 'proposed', 'attention', 'ignored', 'settlement'] as const)
      await bank.line({ status });
    await bank.line({ direction: 'out' });
    const booked = await bank.line({ status: 'booked', amount: 5000 });
    await bank.receipt(booked, 2500);
    await bank.receipt(booked, 2500, bank.returned);
    for (const clock of ['00:00', '09:00', '16:59']) expect(await run(at(3, clock))).toEqual([]);
    const params = { lines: '3', receipts: '1', link: 'http://localhost:8080/admin/bank' };
    const from = door.published.length;
    expect(await run(at(3, '17:00'))).toEqual([
      [fina.id, params],
      [silent.id, params],
    ]);
    const { phone } = await door.db('accounts').where({ id: fina.id }).first();
    expect(door.published.slice(from)).toMatchObject([
      {
        type: 'message.requested',
        payload: {
          kind: 'finance_digest',
          dedupeKey: `finance_digest:2027-03-03:${fina.id}`,
          to: phone,
          expiresAt: '2027-03-03T13:00:00.000Z',
        },
      },
      { payload: { to: null, accountId: silent.id } },
    ]);
    for (const clock of ['17:01', '18:30', '19:59', '20:00', '23:59'])
      expect(await run(at(3, clock))).toEqual([]);
    expect(await run(at(4, '17:05'))).toHaveLength(2);
  });

  test('when nothing is open at 17.00, then no message leaves that day', async () => {
    await door.caller('finance');
    expect(await run(at(3, '17:00'))).toEqual([]);
    await bank.line({});
    expect(await run(at(3, '17:30'))).toEqual([]);
    expect(await run(at(4, '17:00'))).toHaveLength(1);
  });

  test('when nothing ran until evening, then that day’s digest is left out', async () => {
    await door.caller('finance');
    await bank.line({});
    expect(await run(at(3, '20:00'))).toEqual([]);
    expect(await run(at(4, '06:00'))).toEqual([]);
    expect(await run(at(4, '19:59'))).toHaveLength(1);
  });

  test('when many processes send it at once, then each account has one', async () => {
    await door.caller('finance');
    await bank.line({});
    door.setClock(at(3, '17:00'));
    const sent = await Promise.all(Array.from({ length: 40 }, () => sendDigest(door.context)));
    expect(sent.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(door.published.filter(({ type }) => type === 'message.requested')).toHaveLength(1);
  });
});
