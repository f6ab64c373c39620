import { callAs, type Client, sendKeyed } from './client.ts';
import {
  addChild,
  observe,
  type Registered,
  registrationBody,
  schoolOf,
  sendFeeProof,
  waitsForAnnouncement,
} from './families.ts';
import { type Account, newPerson, type Person, signUp } from './people.ts';
import { until } from './until.ts';

/** A class whose seats are limited. */
export interface Place {
  readonly jenjang: 'SD' | 'SMP';
  readonly kelas: string;
}

export interface ObservedFamily {
  readonly parent: Account & Person;
  /** In the order of the names. */
  readonly made: readonly Registered[];
}

/** A new family whose children were observed for a class and wait for their results. */
export async function observedFamily(
  client: Client,
  { call: admin }: Pick<Account, 'call'>,
  place: Place,
  names: readonly string[],
): Promise<ObservedFamily> {
  const parent = await signUp(client, newPerson());
  const call = callAs(client, parent.cookie);
  const school = await schoolOf(call);
  const made: Registered[] = [];
  for (const child of names) {
    const childId = await addChild(call, child);
    const { id } = await call('POST', '/api/registrations', {
      ...registrationBody(school, childId),
      ...place,
    });
    const registered = { id, childId, child, jenjang: place.jenjang };
    await sendFeeProof(call, registered);
    await observe(registered, { finance: admin, staff: admin });
    made.push(registered);
  }
  return { parent, made };
}

/** Limits the seats of a class in the first open year, and waits until announcements know it; returns the pool's id. */
export async function limitSeats(
  { head, author }: Readonly<Record<'head' | 'author', Pick<Account, 'call'>>>,
  { jenjang, kelas }: Place,
  seats: number,
): Promise<string> {
  const { id } = await head.call('POST', '/api/admin/seat-pools', {
    academic_year: (await schoolOf(head.call)).academic_years[0],
    jenjang,
    kelas,
    seats,
    offer_limit: seats,
    criteria: ['sibling', 'registered_at'],
  });
  await untilLimited(author, jenjang, (student) => student.kelas === kelas);
  return id;
}

interface Waiting {
  /** Of the registration. */
  readonly id: string;
  readonly kelas: string | null;
  readonly pool?: object;
}

/** Waits until announcements know the limit of these children, who wait for their results. */
export async function untilLimited(
  { call }: Pick<Account, 'call'>,
  jenjang: string,
  which: (student: Waiting) => boolean,
): Promise<void> {
  await until('the seats at the announcements', async () => {
    const students = await call<Waiting[]>('GET', `/api/admin/announcements/students-waiting/${jenjang}`);
    return students.filter(which).every(({ pool }) => pool !== undefined);
  });
}

/** Publishes results in one announcement; returns its id. */
export async function publishResults(
  author: Pick<Account, 'call'>,
  head: Pick<Account, 'call'>,
  results: readonly (readonly [Registered, 'passed' | 'waitlisted' | 'failed'])[],
): Promise<string> {
  for (const [registered] of results) await waitsForAnnouncement(author.call, registered);
  const path = '/api/admin/announcements';
  const { id } = await author.call('POST', path, {
    title: 'Hasil observasi',
    content: 'Terima kasih telah mengikuti observasi.',
    observation_period: 'November 2026',
    jenjang: results[0]?.[0].jenjang,
    results: results.map(([one, result]) => ({
      child_id: one.childId,
      registration_id: one.id,
      result,
      checked: true,
    })),
  });
  await author.call('PUT', `${path}/${id}/submit`);
  await head.call('PUT', `${path}/${id}/review`, { status: 'approved' });
  await head.call('POST', `${path}/${id}/publish`);
  return id;
}

interface Pool {
  readonly id: string;
  readonly free: number;
  readonly waiting: number;
}

/** How a pool stands. */
export async function poolNow({ call }: Pick<Account, 'call'>, id: string): Promise<Pool> {
  const { pools } = await call<{ pools: Pool[] }>('GET', '/api/admin/seats');
  const found = pools.find((pool) => pool.id === id);
  if (!found) throw new Error('no such pool');
  return found;
}

/** Offers a seat to the first of the list, as soon as billing has released one. */
export async function offerNext(client: Client, head: Account, pool: string): Promise<void> {
  await until('a free seat', async () => (await poolNow(head, pool)).free > 0);
  await sendKeyed(client, head, `/api/admin/seat-pools/${pool}/offers`, { count: 1 });
}

/** Gives the seat of a registration back for its family. */
export const declineSeat = (client: Client, parent: Account, id: string): Promise<void> =>
  sendKeyed(client, parent, `/api/registrations/${id}/seat/decline`, {});

/** Waits until a registration's seat is so. */
export async function untilSeat(
  { call }: Pick<Account, 'call'>,
  { id }: Pick<Registered, 'id'>,
  isSo: (seat: { offer: { status: string } | null; waitlist: { position: number } | null }) => boolean,
): Promise<void> {
  await until(`the seat of ${id}`, async () => isSo(await call('GET', `/api/registrations/${id}/seat`)));
}
