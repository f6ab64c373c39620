import type { Route } from 'playwright-core';
import { schoolOf } from '../kit/families.ts';
import {
  declineSeat,
  limitSeats,
  observedFamily,
  offerNext,
  type Place,
  poolNow,
  publishResults,
  untilSeat,
} from '../kit/seats.ts';
import { until } from '../kit/until.ts';
import * as portal from './portal.ts';
import { LeftOut, type Studio } from './studio.ts';
import type { Visitor } from './visitor.ts';

const OFFERED = ['Muhammad Zaidan Al-Fatih Ramadhan', 'Khalisa Nur Hidayah'];
const WAITING = ['Aisyah Putri Salsabila', 'Umar Faruq', 'Fatimah Zahra', 'Khalid Ramadhan', 'Hafsah Nabila'];

interface Seats {
  readonly pools: readonly { readonly jenjang: string; readonly kelas: string | null }[];
}

/** A class without a limit; never the first of a level, in which the other parts' families are accepted. */
async function freePlace(studio: Studio): Promise<Place> {
  const { call } = await studio.staff('manager_pendidikan');
  const { levels, academic_years: years } = await schoolOf(call);
  const year = encodeURIComponent(years[0] ?? '');
  const { pools } = await call<Seats>('GET', `/api/admin/seats?academic_year=${year}`);
  for (const jenjang of ['SD', 'SMP'] as const) {
    const limited = pools.filter((pool) => pool.jenjang === jenjang).map(({ kelas }) => kelas);
    const classes = levels.find((one) => one.jenjang === jenjang)?.classes.slice(1) ?? [];
    const kelas = classes.findLast((one) => !limited.includes(one));
    if (kelas !== undefined && !limited.includes(null)) return { jenjang, kelas };
  }
  throw new LeftOut('Every class has a limit of its seats');
}

/** Two families in a class of two seats: one whose children were accepted, one whose children wait. */
async function fullClass(studio: Studio) {
  const place = await freePlace(studio);
  const admin = await studio.staff('admin');
  const head = await studio.staff('manager_pendidikan');
  const offered = await observedFamily(studio.client, admin, place, OFFERED);
  const waiting = await observedFamily(studio.client, admin, place, WAITING);
  const pool = await limitSeats({ head, author: admin }, place, OFFERED.length);
  // A child of the class may have been accepted before the limit.
  const { free } = await poolNow(head, pool);
  const all = [...offered.made, ...waiting.made];
  await publishResults(
    admin,
    head,
    all.map((one, at) => [one, at < free ? 'passed' : 'waitlisted'] as const),
  );
  await until('the list', async () => (await poolNow(head, pool)).waiting === all.length - free);
  return { pool, head, offered, waiting };
}

/** Billing answers a release within a moment: what is shown in between is what it would answer later. */
async function whileReleasing({ page }: Visitor, look: () => Promise<void>): Promise<void> {
  const releasing = async (route: Route) => {
    const response = await route.fetch();
    const text = (await response.text())
      .replaceAll('"status":"open"', '"status":"releasing"')
      .replaceAll('"actions":["extend","release"]', '"actions":[]')
      .replaceAll(/"open":(\d+),"accepted":(\d+),"releasing":0/gu, '"open":0,"accepted":$2,"releasing":$1');
    await route.fulfill({ response, body: text });
  };
  await page.route(/\/api\/(?:registrations\/.+\/seat|admin\/(?:offers|seats))(?:\?|$)/u, releasing);
  await look();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** Seats from the list of a full class to a family that leaves it: what staff see, and what the families see. */
export async function seatScreens(studio: Studio): Promise<void> {
  await studio.needsSchool();
  const { pool, head, offered, waiting } = await fullClass(studio);
  const [first] = offered.made;
  const [, , , , last] = waiting.made;
  if (!first || !last) throw new Error('too few registrations');
  const staff = await studio.open(head);
  const accepted = await studio.open(offered.parent);
  const waits = await studio.open(waiting.parent);
  const list = `/admin/seats?pool=${pool}`;
  const offers = `${list}&bagian=offers`;
  await studio.visit(staff, '/admin/seats', '120-seats');
  await studio.visit(staff, list, '121-seats-list');
  await portal.button(staff.page, 'Rincian').click();
  await studio.shoot(staff, '121-seats-list-details');
  await studio.visit(staff, `${offers}&status=open`, '122-seats-offers');
  await staff.page.getByRole('button', { name: `Lepas: ${first.child}` }).click();
  await staff.page.getByRole('dialog').waitFor();
  await studio.shoot(staff, '122-seats-release', false);
  await studio.visit(accepted, `/registrations?lihat=${first.id}`, '123-seat-offered');
  await portal.button(accepted.page, 'Kami tidak mengambil kursi ini').first().click();
  await accepted.page.getByRole('dialog').waitFor();
  await studio.shoot(accepted, '123-seat-decline', false);
  await whileReleasing(staff, () => studio.visit(staff, offers, '124-seats-releasing'));
  const card = `/registrations?lihat=${first.id}`;
  await whileReleasing(accepted, () => studio.visit(accepted, card, '124-seat-releasing'));
  await declineSeat(studio.client, offered.parent, first.id);
  await offerNext(studio.client, head, pool);
  await studio.visit(accepted, card, '125-seat-released');
  await studio.visit(staff, `${offers}&status=released`, '125-seats-released');
  await studio.visit(staff, `${list}&bagian=events`, '126-seats-events');

  const { page } = waits;
  await portal.openDashboard(page);
  await studio.shoot(waits, '127-waiting-dashboard');
  await studio.visit(waits, `/registrations?lihat=${last.id}`, '127-waiting');
  const own = page.getByRole('article').filter({ hasText: last.child });
  await own.getByRole('button', { name: 'Keluar dari daftar tunggu' }).click();
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await studio.shoot(waits, '128-waiting-leave', false);
  await question.getByRole('button', { name: 'Keluar dari daftar tunggu' }).click();
  await portal.seeToast(page, 'Keluar dari daftar tunggu');
  await untilSeat(waiting.parent, last, ({ waitlist }) => waitlist === null);
  await studio.shoot(waits, '129-waiting-left', false);
  await studio.visit(waits, `/registrations?lihat=${last.id}`, '129-waiting-left-page');
  await studio.visit(staff, list, '129-seats-list-after');
  await studio.visit(staff, '/admin/waves', '130-waves');
}
