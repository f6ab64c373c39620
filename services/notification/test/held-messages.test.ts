import { releaseTemplate } from '../src/delivery/send-limits.repository.ts';
import { switchToEmail } from '../src/delivery/message-status.repository.ts';
import { openLetterWorld } from './letter-world.ts';

const HOUR_MS = 3_600_000;
const MORNING = () => new Date(Date.now() + 11 * HOUR_MS).toISOString();
const seat = {
  kind: 'seat_released',
  params: { child: 'Aisyah', link: 'https://portal.example/registrations' },
} as const;

describe('a message that is held until the morning', () => {
  let world: Awaited<ReturnType<typeof openLetterWorld>>;
  beforeAll(async () => {
    world = await openLetterWorld();
  });
  afterAll(() => world.stop());
  beforeEach(() => world.reset());

  const inbox = (accountId: string) => world.knex('inbox').where({ account_id: accountId });
  /** As many hours later: every time of the row is so much longer ago. */
  const hoursLater = (id: string, hours: number) =>
    world
      .knex('notifications')
      .where({ id })
      .update({
        created_at: world.knex.raw('created_at - make_interval(hours => ?)', [hours]),
        not_before: world.knex.raw('not_before - make_interval(hours => ?)', [hours]),
        next_attempt_at: world.knex.raw('next_attempt_at - make_interval(hours => ?)', [hours]),
      });

  test('when it is asked for at night, then the portal shows it at once, and it leaves in the morning, once', async () => {
    const { id: accountId, phone } = await world.family();
    const id = await world.ask({ ...seat, to: phone, accountId, notBefore: MORNING() });
    await world.service.deliver(id);
    expect(world.sends).toEqual([]);
    expect(await inbox(accountId)).toHaveLength(1);
    await hoursLater(id, 10);
    await world.service.deliver(id);
    expect(world.sends).toEqual([]);
    await hoursLater(id, 1);
    await world.service.deliver(id);
    await world.service.deliver(id);
    expect(world.sends).toHaveLength(1);
    expect(await world.row(id)).toMatchObject({ status: 'sent', channel: 'whatsapp' });
  });

  test('when the moment is over already, then it leaves at once', async () => {
    const id = await world.ask({ ...seat, notBefore: new Date(Date.now() - HOUR_MS).toISOString() });
    await world.service.deliver(id);
    expect(world.sends).toHaveLength(1);
  });

  test('when nothing is reported for hours at night, then it goes by no letter either before two hours of the day have passed', async () => {
    const { phone, email } = await world.family();
    const id = await world.ask({ ...seat, to: phone, notBefore: MORNING() });
    await hoursLater(id, 5);
    expect(await switchToEmail(world.database)).toBe(0);
    await hoursLater(id, 6);
    expect(await switchToEmail(world.database)).toBe(0);
    await hoursLater(id, 2);
    expect(await switchToEmail(world.database)).toBe(1);
    await world.drain();
    expect(world.letters(email)).toHaveLength(1);
  });

  test('when its family takes letters for the kind, or has no number, then its letter waits too', async () => {
    const { id: accountId, email } = await world.family();
    await world.account('wali_murid', 'Siti', { id: accountId, phone: null, email, version: 2 });
    const id = await world.ask({ ...seat, to: null, accountId, notBefore: MORNING() });
    expect(await world.row(id)).toMatchObject({ channel: 'email', status: 'pending' });
    await world.drain();
    expect(world.letters(email)).toEqual([]);
    await hoursLater(id, 11);
    await world.drain();
    expect(world.letters(email)).toHaveLength(1);
  });

  test('when its template is allowed again at night, then it still waits for the morning', async () => {
    const id = await world.ask({ ...seat, notBefore: MORNING() });
    await releaseTemplate(world.knex, 'seat_released');
    await world.service.deliver(id);
    expect(world.sends).toEqual([]);
    await hoursLater(id, 11);
    await world.service.deliver(id);
    expect(world.sends).toHaveLength(1);
  });

  test('when WhatsApp is down in the morning, then it is tried as long as one that was asked for then', async () => {
    const id = await world.ask({ ...seat, notBefore: MORNING() });
    await hoursLater(id, 25);
    world.script.push({ is: 'refused', code: 131000, httpStatus: 500 });
    await world.service.deliver(id);
    expect(await world.row(id)).toMatchObject({ status: 'retry', tries: 1 });
  });
});
