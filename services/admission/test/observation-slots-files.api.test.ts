import { sharedSlotFile, slotFile } from '@gerbang/contracts/slot-choices';
import { changeStage, observationCalendar } from '@gerbang/contracts/registration-stages';
import type { Applicant } from './seats-world.ts';
import { at, DAY, type SlotsWorld, useSlots } from './slots-world.ts';

describe('the calendar file of a slot', () => {
  let world: SlotsWorld;
  useSlots((opened) => (world = opened));

  const linesOf = (file: string) => file.replace(/\r\n /gu, '').split('\r\n').slice(0, -1);
  const sequenceOf = (file: string) => Number(/^SEQUENCE:(\d+)/mu.exec(file)?.[1]);
  const choose = async (one: Applicant, slot: { readonly id: string }): Promise<string> => {
    const answer = await world.choose(one, slot);
    expect(answer.statusCode).toBe(200);
    return new URL((answer.json() as { ics_url: string }).ics_url).pathname.replace(/^.*\/(.+)\.ics$/u, '$1');
  };
  const shared = (token: string) => world.door.call(sharedSlotFile, 'anon', { params: { token } });
  const own = (one: Applicant, call: typeof slotFile | typeof observationCalendar = slotFile) =>
    world.door.call(call, one.family, { params: { id: one.id } });

  test('when a slot is chosen, moved, cancelled and chosen anew, then the file keeps its name and its sequence only grows', async () => {
    const [one, stranger] = (await world.registered(2)) as [Applicant, Applicant];
    const first = await world.slot({ instructions: 'Bawa sepatu; dan bekal.' });
    const second = await world.slot({
      starts_at: at(DAY, '10:00'),
      ends_at: at(DAY, '11:00'),
      place: 'Aula',
    });
    expect((await own(one)).statusCode).toBe(404);
    const token = await choose(one, first);
    const begun = await own(one);
    expect(begun.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(linesOf(begun.body)).toEqual(
      expect.arrayContaining([
        'METHOD:PUBLISH',
        `UID:${one.id}@localhost`,
        'SEQUENCE:0',
        'DTSTART;TZID=Asia/Jakarta:20270208T080000',
        'DTEND;TZID=Asia/Jakarta:20270208T093000',
        'TRIGGER:-P1D',
        'TRIGGER:-PT2H',
        expect.stringMatching(
          /^DESCRIPTION:Nomor pendaftaran \S+\. Bawa sepatu\\; dan bekal\. Ubah jadwal: http/u,
        ),
      ]),
    );
    expect(begun.body).not.toContain('Anak');
    // The same file by all three ways.
    expect((await own(one, observationCalendar)).body).toBe(begun.body);
    expect((await shared(token)).body).toBe(begun.body);
    expect((await world.door.call(slotFile, stranger.family, { params: { id: one.id } })).statusCode).toBe(
      404,
    );

    expect(await choose(one, second)).toBe(token);
    const moved = (await shared(token)).body;
    expect(linesOf(moved)).toContain('DTSTART;TZID=Asia/Jakarta:20270208T100000');
    await world.cancel(second);
    const ended = (await shared(token)).body;
    expect(linesOf(ended)).toEqual(
      expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED', `UID:${one.id}@localhost`]),
    );
    expect((await own(one)).statusCode).toBe(404);
    await choose(one, first);
    const anew = (await shared(token)).body;
    await world.giveUp(one);
    const typed = { current_stage: 'obs_scheduled', content: '2027-02-10' };
    await world.door.call(changeStage, world.desk, { params: { id: one.id }, body: typed });
    const byHand = (await own(one, observationCalendar)).body;
    expect([begun.body, moved, ended, anew, byHand].map(sequenceOf)).toEqual([0, 1, 2, 3, 5]);
  });

  test('when a token is another one, or the slot two days over, then 404', async () => {
    const one = (await world.registered(1))[0] as Applicant;
    const token = await choose(one, await world.slot());
    for (const wrong of [
      'x',
      `${token.slice(0, -1)}_`,
      token.slice(22),
      `${'A'.repeat(22)}${token.slice(22)}`,
    ]) {
      expect((await shared(wrong)).statusCode).toBe(404);
    }
    world.door.setClock(new Date(at('2027-02-10', '09:00')));
    expect((await shared(token)).statusCode).toBe(200);
    world.door.setClock(new Date(at('2027-02-10', '10:00')));
    expect((await shared(token)).statusCode).toBe(404);
  });
});
