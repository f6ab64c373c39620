import type { Applicant } from '@gerbang/admission-service/test/seats-world';
import { readSeat, readWaitlist, type Seat, type WaitlistEntry } from '@gerbang/contracts/waitlists';
import { AFTER_DEADLINE, openSeatPortal, type SeatPortal } from './seat-portal.ts';

/** Later than the results, so that seats of the list have a later deadline. */
const WEDNESDAY = new Date('2027-02-03T02:00:00Z');
const PASSED = 58;
const WAITING = 20;

describe('a class of 56 seats, of which 58 may be offered', () => {
  let portal: SeatPortal;
  beforeAll(async () => {
    portal = await openSeatPortal();
  });
  afterAll(() => portal.close());

  test('when results come, families confirm, decline and stay silent, then each step leaves the figures and the words of its row', async () => {
    const { seats, admission, acts, settle, waiting, hand } = portal;
    const pool = await seats.pool({
      seats: 56,
      offer_limit: PASSED,
      auto_offer: true,
      criteria: ['internal', 'sibling', 'registered_at'],
    });
    const all = await seats.applicants(PASSED + WAITING);
    const [passed, list] = [all.slice(0, PASSED), all.slice(PASSED)];
    const [x, y] = [list[8]!, list[15]!];
    const seatOf = async (one: Applicant): Promise<Seat> =>
      (await admission.call(readSeat, one.family, { params: { id: one.id } })).json();
    /** The figures of the class, and the number of family X with what was last said about it. */
    const row = async () => {
      await acts.number();
      const { open, accepted, releasing, taken } = await seats.figures(pool.id);
      const { waitlist } = await seatOf(x);
      return [open, accepted, releasing, taken, waitlist?.position, waitlist?.of, waitlist?.history[0]?.text];
    };
    const entryOfX = async (): Promise<WaitlistEntry | undefined> => {
      const { entries } = (
        await admission.call(readWaitlist, seats.desk, { params: { id: pool.id } })
      ).json() as { entries: WaitlistEntry[] };
      return entries.find(({ registration_id }) => registration_id === x.id);
    };
    await seats.publish([
      ...passed.map((one) => [one, 'passed'] as const),
      ...list.map((one) => [one, 'waitlisted'] as const),
    ]);
    await settle();
    expect(await row()).toEqual([58, 0, 0, 58, 9, 20, 'masuk daftar tunggu']);
    expect((await seatOf(x)).waitlist?.criteria.map(({ label, value }) => [label, value])).toEqual([
      ['Siswa dari jenjang kami', 'tidak'],
      ['Saudara kandung', 'tidak'],
      ['Terdaftar', '3 Januari 2027 pukul 10.07'],
    ]);

    admission.setClock(WEDNESDAY);
    for (const one of passed.slice(0, 41)) expect(await acts.confirm(one)).toBe(201);
    for (const one of passed.slice(41, 43)) expect(await acts.decline(one)).toBe(202);
    // Billing has heard of both, and has not answered yet.
    const asked = [];
    for (let left = await waiting(); left.length > 0; left = await waiting()) {
      const event = left.shift()!;
      if (event.type === 'offer.releasing') asked.push(event);
      else await hand(event);
    }
    expect(await row()).toEqual([15, 41, 2, 58, 9, 20, 'masuk daftar tunggu']);
    expect(await acts.promote()).toBe(0);

    for (const event of asked) await hand(event);
    await settle();
    expect(await acts.promote()).toBe(2);
    await settle();
    const released = 'dua kursi dilepas, dua keluarga di atas Anda mendapat tawaran';
    expect(await row()).toEqual([17, 41, 0, 58, 7, 18, released]);

    expect(await acts.prioritise(y, true)).toBe(200);
    const sibling = 'prioritas saudara kandung dari satu keluarga dikonfirmasi';
    expect(await row()).toEqual([17, 41, 0, 58, 8, 18, sibling]);
    expect((await entryOfX())?.sentence).toBe(`Urutan 8 dari 18, turun satu karena ${sibling}`);

    // Ten families were given more time, five stay silent, of whom one confirms a second before the job.
    for (const one of passed.slice(43, 53)) expect(await acts.extend(one)).toBe(200);
    await settle();
    admission.setClock(AFTER_DEADLINE);
    expect(await acts.confirm(passed[57]!)).toBe(201);
    expect(await acts.expire()).toBe(5);
    expect(await row()).toEqual([12, 41, 5, 58, 8, 18, sibling]);
    await settle();
    expect(await row()).toEqual([12, 42, 0, 54, 8, 18, sibling]);
    expect(await acts.promote()).toBe(4);
    await settle();
    expect(await row()).toEqual([16, 42, 0, 58, 4, 14, 'empat kursi dilepas karena batas waktu']);
    expect([(await seatOf(y)).kind, (await portal.held(passed[57]!)).status]).toEqual(['offer', 'accepted']);
    expect((await entryOfX())?.sentence).toBe(
      'Urutan 4 dari 14, naik empat karena empat kursi dilepas karena batas waktu',
    );

    const present = await seats.figures(pool.id);
    const below = await seats.change(present, { offer_limit: 57 });
    expect([below.statusCode, below.json().code, below.json().details]).toEqual([
      409,
      'below_taken',
      { taken: 58 },
    ]);

    expect(await portal.messages('seat_released')).toHaveLength(4);
    expect(await portal.messages('seat_offered')).toHaveLength(6);
    expect(await seats.differences()).toEqual([]);
  });
});
