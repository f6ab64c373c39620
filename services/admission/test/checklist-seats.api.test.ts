import { getChecklist } from '@gerbang/contracts/checklists';
import { declineSeat, readSeat } from '@gerbang/contracts/waitlists';
import { getRegistration } from '@gerbang/contracts/registrations';
import { countStatements } from '@gerbang/service-kit/testing/statements';
import { readDashboard, take } from './dashboards.ts';
import { type Applicant, keyed, MONDAY, openSeats, type Seats } from './seats-world.ts';

interface Item {
  readonly kind: string;
  readonly status: string;
  readonly text: string;
  readonly open: boolean;
  readonly link: string;
}

describe('a seat in the checklist of its registration', () => {
  let world: Seats;
  beforeEach(async () => {
    world = await openSeats();
  });
  afterEach(() => world.close());

  const ofFamily = (call: typeof getChecklist | typeof readSeat | typeof getRegistration, one: Applicant) =>
    world.door.call(call, one.family, { params: { id: one.id } });
  async function items(one: Applicant): Promise<(kind: string) => Item | undefined> {
    const list: Item[] = (await ofFamily(getChecklist, one)).json().items;
    return (kind) => list.find((item) => item.kind === kind);
  }

  test('when a seat is offered, then it is to do until its deadline, and the confirmation follows it; waiting is nothing to do', async () => {
    await world.pool({ seats: 1, offer_limit: 1 });
    const [one, two, three] = (await world.applicants(3)) as [Applicant, Applicant, Applicant];
    await world.publish([
      [one, 'passed'],
      [two, 'waitlisted'],
      [three, 'waitlisted'],
    ]);
    const offered = await items(one);
    expect(offered('seat')).toMatchObject({
      status: 'todo',
      open: true,
      text: 'Jawab tawaran kursi sampai 8 Februari 2027, 20.00 WIB',
      link: `/registrations?lihat=${one.id}`,
    });
    expect(offered('confirmation')).toMatchObject({ open: false });
    const waits = await items(three);
    expect(waits('seat')).toMatchObject({
      status: 'waiting',
      open: false,
      text: 'Urutan 2 di daftar tunggu',
    });
    await world.confirm(one, 1, 'submitted');
    expect((await items(one))('seat')).toMatchObject({ status: 'done', text: 'Kursi' });
  });

  test('when a seat is given back, then nothing of it is to do, and without limited seats nothing is said of one', async () => {
    await world.pool({ seats: 1, offer_limit: 1 });
    const [one] = (await world.applicants(1)) as [Applicant];
    const [other] = (await world.applicants(1, { kelas: '2' })) as [Applicant];
    await world.publish([
      [one, 'passed'],
      [other, 'passed'],
    ]);
    await world.door.call(declineSeat, one.family, { params: { id: one.id }, body: {}, headers: keyed() });
    const releasing = await items(one);
    expect(releasing('seat')).toMatchObject({ status: 'waiting', open: false, text: 'Kursi sedang dilepas' });
    expect(releasing('confirmation')).toMatchObject({ open: false });
    const unlimited = await items(other);
    expect([unlimited('seat'), unlimited('confirmation')?.open]).toEqual([undefined, true]);
  });

  test('when a child waits and is offered a seat, then the stored dashboard of its family names either', async () => {
    const pool = await world.pool({ seats: 1, offer_limit: 1 });
    const [one] = (await world.applicants(1)) as [Applicant];
    const { door } = world;
    await take(door, 'dues.changed', { families: [], complete_at: MONDAY.toISOString(), check: false });
    const kinds = async () => {
      const { admission } = (await readDashboard(door, one.family)).json();
      return admission.parent.registrations.map(({ seat_kind }: { seat_kind?: string }) => seat_kind);
    };
    expect(await kinds()).toEqual([undefined]);
    await world.publish([[one, 'waitlisted']]);
    expect(await kinds()).toEqual(['waitlist']);
    await world.offer(pool.id, { count: 1 });
    expect(await kinds()).toEqual(['offer']);
  });

  test('when a family reads its place or its checklist, then by no more statements than its registration', async () => {
    await world.pool({ seats: 0, offer_limit: 0 });
    const [one] = (await world.applicants(1)) as [Applicant];
    await world.publish([[one, 'waitlisted']]);
    for (const call of [readSeat, getChecklist, getRegistration]) {
      await ofFamily(call, one);
      expect(await countStatements(() => ofFamily(call, one))).toHaveLength(1);
    }
  });
});
