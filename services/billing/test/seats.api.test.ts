import { createConfirmation, decideConfirmation } from '@gerbang/contracts/enrollment-confirmations';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { type Door, useDoor } from './door.ts';
import { billed, confirmationForm, copyOf, finance, payInBooks } from './enrollments.ts';
import { answersOf, HEAD, release, releasing, seated, seatOf, type Seat } from './seats.ts';

const PAST = '2026-01-02T13:00:00.000Z';

describe('the seat of a registration', () => {
  let door: Door;
  let family: Caller;
  useDoor(async (opened) => {
    door = opened;
    family = await door.caller();
  });

  const confirm = (copy: { readonly id: string; readonly child_id: string }) =>
    door.call(createConfirmation, family, { body: confirmationForm(copy) });
  const stateOf = async (id: string) =>
    (await door.db('enrollment_confirmations').where({ registration_id: id }).first('status'))?.status ??
    null;
  const seatNow = (copy: { readonly id: string }, seat: Seat) =>
    door
      .db('registrations')
      .where({ id: copy.id })
      .update({ seat: JSON.stringify(seat) });

  test('when a seat is open and in time, or taken, then the family confirms; without any seat too', async () => {
    const without = await copyOf(door, family);
    expect((await confirm(without)).statusCode).toBe(201);
    for (const change of [{}, { answer_until: null }, { status: 'accepted', answer_until: PAST }] as const)
      expect((await confirm((await seated(door, family, change)).copy)).statusCode).toBe(201);
  });

  test.each([
    [{ answer_until: PAST }, 'offer_expired', 'Batas waktu jawaban sudah lewat. Hubungi sekolah.'],
    [{ status: 'releasing' }, 'offer_gone', 'Kursi ini sudah dilepas.'],
    [{ status: 'released' }, 'offer_gone', 'Kursi ini sudah dilepas.'],
  ] as const)('when the seat is %j, then a confirmation is 409 %s', async (change, code, message) => {
    const { copy } = await seated(door, family, change);
    const answer = await confirm(copy);
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code, message }]);
    expect(await stateOf(copy.id)).toBeNull();
  });

  test('when staff give more time, then the family confirms after all', async () => {
    const { copy, seat } = await seated(door, family, { answer_until: PAST });
    expect((await confirm(copy)).statusCode).toBe(409);
    await seatNow(copy, { ...seat, answer_until: seatOf().answer_until });
    expect((await confirm(copy)).statusCode).toBe(201);
  });

  test('when nothing is confirmed at the deadline, then the seat is released, for good, also before the copy tells so', async () => {
    const { copy, seat } = await seated(door, family);
    await release(door, releasing(copy, seat));
    expect(answersOf(door, seat.offer_id)).toEqual([['offer.released', null, 2]]);
    expect((await confirm(copy)).json()).toMatchObject({ code: 'offer_gone' });
    expect(await stateOf(copy.id)).toBeNull();
    const trail = await door.db('audit_events').where({ subject_id: seat.offer_id });
    expect(trail).toMatchObject([{ action: 'seat.released', actor_id: null }]);
    // A seat that is offered anew is another one.
    await seatNow(copy, seatOf());
    expect((await confirm(copy)).statusCode).toBe(201);
  });

  test.each(['deadline', 'family'] as const)(
    'when a confirmation waits, then %s keeps the seat, and the event that comes twice is answered alike',
    async (cause) => {
      const { copy, seat } = await seated(door, family);
      expect((await confirm(copy)).statusCode).toBe(201);
      await release(door, releasing(copy, seat, { cause }));
      await release(door, releasing(copy, seat, { cause }));
      expect(answersOf(door, seat.offer_id)).toEqual([
        ['offer.kept', 'confirmed', 2],
        ['offer.kept', 'confirmed', 2],
      ]);
      expect(await stateOf(copy.id)).toBe('submitted');
      expect(await door.db('audit_events').where({ subject_id: seat.offer_id })).toHaveLength(1);
    },
  );

  test('when staff release a seat whose confirmation waits, then it is declined with their reason and the seat released', async () => {
    const { copy, seat } = await seated(door, family);
    await confirm(copy);
    const event = { cause: 'staff', reason: 'Berkas tidak lengkap', actor: HEAD } as const;
    await release(door, releasing(copy, seat, event));
    await release(door, releasing(copy, seat, event));
    const row = await door.db('enrollment_confirmations').where({ registration_id: copy.id }).first();
    expect(row).toMatchObject({ status: 'declined', decline_reason: event.reason, decided_by_id: HEAD.id });
    expect(answersOf(door, seat.offer_id)).toEqual([
      ['offer.released', null, 2],
      ['offer.released', null, 2],
    ]);
    expect((await confirm(copy)).json()).toMatchObject({ code: 'offer_gone' });
    const told = door.published.filter(
      ({ type, payload }) => type === 'confirmation.changed' && payload.registration_id === copy.id,
    );
    expect(told.map(({ payload }) => payload.status)).toEqual(['submitted', 'declined']);
  });

  test('when it was processed or a payment is verified, then not even staff release it', async () => {
    const made = await billed(door, {}, family);
    const seat = seatOf({ status: 'releasing' });
    await release(door, releasing(made.copy, seat, { cause: 'staff', actor: HEAD, reason: 'Salah kelas' }));
    await payInBooks(door, made.invoices[0]!, 1000);
    const later = { cause: 'staff', actor: HEAD, version: 4 } as const;
    await release(door, releasing(made.copy, seat, later));
    expect(answersOf(door, seat.offer_id)).toEqual([
      ['offer.kept', 'confirmed', 2],
      ['offer.kept', 'paid', 4],
    ]);
  });

  test('when a kept seat is to be released anew after its confirmation was declined, then it is released', async () => {
    const { copy, seat } = await seated(door, family);
    const { id } = (await confirm(copy)).json();
    await release(door, releasing(copy, seat));
    const declined = await door.call(decideConfirmation, await finance(door), {
      params: { id },
      body: { status: 'declined', reason: 'Data belum benar' },
    });
    expect(declined.statusCode).toBe(200);
    await release(door, releasing(copy, seat, { version: 5 }));
    // The first event once more, and too late.
    await release(door, releasing(copy, seat));
    expect(answersOf(door, seat.offer_id).map(([type]) => type)).toEqual([
      'offer.kept',
      'offer.released',
      'offer.released',
    ]);
  });

  test('when no event told of the registration yet, then the event waits', async () => {
    const unknown = releasing({ id: seatOf().offer_id }, seatOf());
    await expect(release(door, unknown)).rejects.toThrow('not known yet');
    expect(await door.db('seat_answers').where({ offer_id: unknown.offer_id })).toEqual([]);
  });

  test('when 40 families confirm while their seats are released, then exactly one of both wins each time', async () => {
    const pairs = await Promise.all(Array.from({ length: 40 }, () => seated(door, family)));
    const ends = await Promise.all(
      pairs.map(async ({ copy, seat }, at) => {
        const both = [() => confirm(copy), () => release(door, releasing(copy, seat))];
        if (at % 2) both.reverse();
        await Promise.all(both.map((one) => one()));
        return [await stateOf(copy.id), answersOf(door, seat.offer_id).map(([type]) => type)];
      }),
    );
    for (const [state, answers] of ends)
      expect([
        ['submitted', ['offer.kept']],
        [null, ['offer.released']],
      ]).toContainEqual([state, answers]);
  });
});
