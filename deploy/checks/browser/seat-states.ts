import type { Client } from '../kit/client.ts';
import { schoolOf } from '../kit/families.ts';
import type { Account } from '../kit/people.ts';
import { limitSeats, observedFamily, poolNow, publishResults } from '../kit/seats.ts';
import { until } from '../kit/until.ts';
import * as portal from './portal.ts';
import { opened, type State } from './states.ts';
import { LeftOut } from './studio.ts';

const JENJANG = 'SMP';
const OFFERED = ['Muhammad Zaidan Al-Fatih Ramadhan', 'Khalisa Nur Hidayah'];
const WAITING = ['Aisyah Putri Salsabila', 'Umar Faruq', 'Fatimah Zahra'];

interface Seats {
  readonly pools: readonly { readonly jenjang: string; readonly kelas: string | null }[];
}

/** A class of two seats: what staff see of it, a family whose children were accepted, and one whose children wait. */
export async function fullClass(client: Client, admin: Account, head: Account) {
  const { levels, academic_years: years } = await schoolOf(head.call);
  const { pools } = await head.call<Seats>(
    'GET',
    `/api/admin/seats?academic_year=${encodeURIComponent(years[0] ?? '')}`,
  );
  const limited = pools.filter(({ jenjang }) => jenjang === JENJANG).map(({ kelas }) => kelas);
  const classes = levels.find(({ jenjang }) => jenjang === JENJANG)?.classes ?? [];
  const kelas = classes.findLast((one) => !limited.includes(one));
  if (kelas === undefined || limited.includes(null))
    throw new LeftOut('Every class has a limit of its seats');
  const place = { jenjang: JENJANG, kelas } as const;
  const offered = await observedFamily(client, admin, place, OFFERED);
  const waiting = await observedFamily(client, admin, place, WAITING);
  const pool = await limitSeats({ head, author: admin }, place, OFFERED.length);
  const all = [...offered.made, ...waiting.made];
  await publishResults(
    admin,
    head,
    all.map((one, at) => [one, at < OFFERED.length ? 'passed' : 'waitlisted'] as const),
  );
  await until('the list', async () => (await poolNow(head, pool)).waiting === WAITING.length);

  const list = `/admin/seats?pool=${pool}`;
  const [accepted, last] = [offered.made[0], waiting.made.at(-1)].map(
    (one) => `/registrations?lihat=${one?.id}`,
  ) as [string, string];
  const staff: readonly State[] = [
    ['list of a class', opened(list)],
    [
      'details of a list',
      async (page) => {
        await page.goto(list);
        await portal.button(page, 'Rincian').click();
      },
    ],
    ['offers of a class', opened(`${list}&bagian=offers&status=open`)],
    ['question before a seat is taken back', opened(`${list}&bagian=offers&status=open`, /^Lepas: /u)],
    ['events of a class', opened(`${list}&bagian=events`)],
  ];
  const ofAccepted: readonly State[] = [
    ['seat that is offered', opened(accepted)],
    ['question before a seat is declined', opened(accepted, 'Kami tidak mengambil kursi ini')],
  ];
  const ofWaiting: readonly State[] = [
    ['place on the list', opened(last)],
    ['question before the list is left', opened(last, 'Keluar dari daftar tunggu')],
  ];
  return [
    [head, staff],
    [offered.parent, ofAccepted],
    [waiting.parent, ofWaiting],
  ] as const;
}
