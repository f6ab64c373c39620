import { longTest } from '@gerbang/domain/testing/runs';
import type { Locator } from 'playwright-core';
import {
  confirmEnrollment,
  decideInvoicePayment,
  makeScheme,
  ownInvoices,
  payInvoice,
} from '../../kit/enrollments.ts';
import {
  acceptedFamily,
  announcePassed,
  changeStage,
  decideFee,
  jakartaDate,
  observe,
  paidFamily,
  PROFILE,
  registerChild,
} from '../../kit/families.ts';
import { signUp } from '../../kit/people.ts';
import { countEffort } from '../counter.ts';
import { eventually } from './eventually.ts';
import { LONG } from '../large-family.ts';
import * as portal from '../portal.ts';
import { DESKTOP, NARROW, PHONE, ZOOMED } from '../visitor.ts';
import { bottomOf, heardOf, noteMotion } from './room.ts';
import { client, staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();

/** From here on at the latest a phone shows what a page is for. */
const TOP = 140;

const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.POSITIVE_INFINITY;

async function first(children: readonly string[] = ['Zaidan']) {
  const { parent, made } = await paidFamily(client, children);
  const [registered] = made;
  if (!registered) throw new Error('no registration');
  return { parent, registered };
}

/** A family with an invoice that is due in so many days. */
async function billed(days: number) {
  const accepted = await acceptedFamily(client, {
    admin: staff('admin'),
    manager: staff('manager_pendidikan'),
  });
  const confirmation = await confirmEnrollment(accepted.parent.call, accepted);
  await makeScheme(staff('finance'), accepted, confirmation, {
    payment_scheme: 'full',
    payment_deadline: jakartaDate(days),
  });
  const [invoice] = await ownInvoices(accepted.parent.call);
  if (!invoice) throw new Error('no invoice');
  return { parent: accepted.parent, invoice };
}

/** The states of a family, each with the name of what is due next. */
const STATES = {
  'has entered nothing': [() => signUp(client), 'Tambahkan data anak'],
  'has not paid, with eight children': [
    async () => {
      const parent = await signUp(client);
      await registerChild(parent.call, LONG);
      for (const name of ['Aisyah', 'Umar', 'Fatih', 'Zahra', 'Yusuf', 'Maryam', 'Khalisa']) {
        await registerChild(parent.call, name);
      }
      return parent;
    },
    'Bayar sekaligus',
  ],
  'has an observation ahead': [
    async () => {
      const { parent, registered } = await first();
      await parent.call('PATCH', '/api/parent', PROFILE);
      await decideFee(staff('finance'), registered, 'verified');
      await changeStage(staff('admin'), registered, {
        current_stage: 'obs_scheduled',
        content: jakartaDate(5),
        observation_time: '08:00',
        observation_place: 'Gedung SD, ruang 2',
        note: 'Akta lahir asli dan alat tulis.',
      });
      return parent;
    },
    'Simpan ke kalender',
  ],
  'has a rejected payment of an invoice': [
    async () => {
      const { parent, invoice } = await billed(30);
      await payInvoice(parent.call, invoice.id, 1_000_000);
      await decideInvoicePayment(staff('finance'), invoice.id, {
        action: 'reject',
        rejection_reason: 'Buram.',
      });
      return parent;
    },
    'Kirim bukti baru',
  ],
} as const;

test.each(Object.entries(STATES))(
  'when a family %s, then its next step lies within the first screen of a phone',
  async (_state, [make, name]) => {
    const parent = await make();
    const { page } = await visitor(PHONE, { as: parent });
    const counter = await countEffort(page);
    await portal.openDashboard(page);
    await counter.read();
    const action = page.getByRole('region', { name: 'Langkah Anda berikutnya' }).getByRole('link');
    await action.waitFor();
    await eventually(() => action.innerText()).toBe(name);
    await eventually(() => topOf(page.getByRole('region', { name: 'Langkah Anda berikutnya' }))).toBeAtMost(
      TOP,
    );
    await eventually(() => bottomOf(action)).toBeAtMost(PHONE.height);
    const wide = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await eventually(wide).toBeAtMost(0);
    if ((await action.getAttribute('download')) !== null) return;
    await action.tap();
    await page.waitForURL((url) => url.pathname !== '/dashboard');
    expect((await counter.read()).taps).toBe(1);
  },
);

test('when a screen reader reads the dashboard of a family, then its next step comes first, then its other tasks, then the way of its child', async () => {
  const parent = await signUp(client);
  await registerChild(parent.call, 'Hasan');
  for (const screen of [PHONE, DESKTOP]) {
    const { page } = await visitor(screen, { as: parent });
    await portal.openDashboard(page);
    const order = [
      'region "Langkah Anda berikutnya"',
      'heading "Langkah Anda berikutnya"',
      'link "Bayar sekarang"',
      'region "Perlu tindakan Anda"',
      'link "Lengkapi data orang tua"',
      'heading "Hasan"',
      'list "Perjalanan pendaftaran Hasan"',
    ];
    await eventually(() => heardOf(page, order)).toEqual(order);
  }
});

const PAGES = [
  '/children',
  '/registrations',
  '/profile',
  '/enrollment',
  '/tagihan',
  '/privacy',
  '/notifications',
  '/password',
  '/phone',
  '/security',
];

test('when a family opens any of its pages on a phone, then the content begins near the top', async () => {
  const { page } = await visitor(PHONE, { as: 'newcomer' });
  const late: Record<string, number> = {};
  for (const path of PAGES) {
    await page.goto(path);
    await portal.settled(page);
    const top = await topOf(page.locator('#root main > :last-child'));
    if (top > TOP) late[path] = top;
  }
  expect(late).toEqual({});
});

test('when a family with a bill opens its dashboard on a desktop, then its step and the child’s way lie beside each other', async () => {
  const { parent } = await billed(5);
  const { page } = await visitor({ name: 'wide', width: 1440, height: 900 }, { as: parent });
  await portal.openDashboard(page);
  const parts = [
    page.getByRole('region', { name: 'Langkah Anda berikutnya' }),
    page.getByRole('article').first(),
  ];
  await eventually(async () => {
    const [step, child] = await Promise.all(parts.map((part) => part.boundingBox()));
    if (!step || !child) return 'a part is missing';
    const beside = child.x > step.x + step.width && child.y < step.y + step.height;
    return `${beside ? 'beside' : 'not beside'}, ${(step.width / child.width).toFixed(1)} times as wide`;
  }).toBe('beside, 1.4 times as wide');
});

longTest(
  'when a family has two new results, then it is led to their list once, on every device each is new until it is opened',
  async () => {
    const { parent, made } = await paidFamily(client, ['Zaidan', 'Khalisa']);
    const [admin, manager] = [staff('admin'), staff('manager_pendidikan')];
    for (const registered of made) {
      await observe(registered, { finance: admin, staff: admin });
      await announcePassed(parent.call, registered, { staff: admin, manager });
    }
    const { page } = await visitor(PHONE, { as: parent });
    await page.goto('/dashboard');
    await page.waitForURL('**/hasil');
    const list = page.getByRole('list', { name: 'Hasil observasi anak Anda' });
    await portal.see(page, /^2 hasil observasi baru/u);
    await eventually(() => list.getByText('Baru').count()).toBe(2);
    await list.getByRole('link', { name: 'Zaidan' }).tap();
    await portal.see(page, 'Zaidan diterima');
    const others = page.getByRole('list', { name: 'Hasil lain yang baru' });
    await others.getByRole('link', { name: 'Khalisa' }).waitFor();
    await page.getByRole('link', { name: 'Tutup' }).tap();
    const row = page.getByRole('link', { name: 'Buka hasil observasi' });
    await row.waitFor();

    // Another device knows which one is new still.
    const { page: other } = await visitor(DESKTOP, { as: parent });
    await other.goto('/dashboard');
    await portal.see(other, 'Khalisa diterima');
    await other.getByRole('link', { name: 'Tutup' }).click();
    await other.getByRole('region', { name: 'Langkah Anda berikutnya' }).waitFor();
    await eventually(() => other.getByRole('link', { name: 'Buka hasil observasi' }).count()).toBe(0);
  },
);

/** Whether nothing lies over the middle of the element once it is scrolled to. */
async function inReach(target: Locator): Promise<boolean> {
  await target.scrollIntoViewIfNeeded();
  return target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}

longTest(
  'when a family wants no motion and has a narrow or a zoomed screen, then what is due is in reach, and nothing moves',
  async () => {
    const { parent, registered } = await first([LONG]);
    const [admin, manager] = [staff('admin'), staff('manager_pendidikan')];
    await observe(registered, { finance: admin, staff: admin });
    await announcePassed(parent.call, registered, { staff: admin, manager });
    const { page } = await visitor(NARROW, { as: parent });
    const motion = await noteMotion(page);
    await page.goto(`/hasil/${registered.id}`);
    await portal.settled(page);
    expect(await motion()).toEqual([]);
    await portal.openDashboard(page);
    expect(await motion()).toEqual([]);
    const next = page.getByRole('region', { name: 'Langkah Anda berikutnya' }).getByRole('link');
    for (const { width, height } of [NARROW, ZOOMED]) {
      await page.setViewportSize({ width, height });
      expect(await inReach(next)).toBe(true);
    }
    await page.goto('/children');
    await portal.settled(page);
    await portal.button(page, 'Tambah Anak').first().click();
    await page.getByRole('dialog').waitFor();
    expect(await motion()).toEqual([]);

    // The same check sees what moves where motion is welcome.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(`/hasil/${registered.id}`);
    await portal.settled(page);
    expect((await motion()).length).toBeGreaterThan(0);
  },
);
