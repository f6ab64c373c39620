import { callAs } from '../../kit/client.ts';
import { confirmEnrollment, makeScheme, ownInvoices } from '../../kit/enrollments.ts';
import {
  addChild,
  announcePassed,
  decideFee,
  jakartaDate,
  observe,
  type Registered,
  registrationBody,
  schoolOf,
  sendFeeProof,
} from '../../kit/families.ts';
import { type Account, newPerson, signUp } from '../../kit/people.ts';
import { publishResults, untilLimited } from '../../kit/seats.ts';
import { until } from '../../kit/until.ts';
import { eventually } from './eventually.ts';
import * as portal from '../portal.ts';
import { PHONE, WIDE } from '../visitor.ts';
import { lookInBothThemes } from './checks.ts';
import { ownPortal, useDesk } from './own-portal.ts';

const own = ownPortal();
const { visitor } = own;
const desk = useDesk(own);

let years: readonly string[];
beforeAll(async () => {
  years = (await schoolOf(desk.admin.call)).academic_years;
});

type Member = Registered & { readonly parent: Account };

interface Dashboard {
  readonly billing: {
    readonly parent: { readonly to_confirm: readonly { readonly registration_id: string }[] } | null;
  } | null;
}

/** A family of its own with a child registered for a class of a year. */
async function registered(child: string, academic_year: string, place = {}): Promise<Member> {
  const parent = await signUp(own.client, newPerson());
  const call = callAs(own.client, parent.cookie);
  const childId = await addChild(call, child);
  const body = { ...registrationBody(await schoolOf(call), childId), academic_year, ...place };
  const { id } = await call('POST', '/api/registrations', body);
  return { id, childId, child, jenjang: body.jenjang, parent };
}

/** The same, observed: it waits for its result. */
async function observed(child: string, academic_year: string, place = {}): Promise<Member> {
  const made = await registered(child, academic_year, place);
  await sendFeeProof(made.parent.call, made);
  await observe(made, { finance: desk.admin.call, staff: desk.admin.call });
  return made;
}

const stageOf = async ({ parent, id }: Member) =>
  (await parent.call<{ current_stage: string }>('GET', `/api/registrations/${id}`)).current_stage;

test('when children of TK B are asked, then a family says yes in one tap and is registered for SD', async () => {
  const [now = '', next = ''] = years;
  const one = await observed('Nadia Putri', now, { jenjang: 'TK', kelas: 'TK B' });
  await announcePassed(one.parent.call, one, { staff: desk.admin.call, manager: desk.manager.call });

  const { page } = await visitor(WIDE, { as: desk.manager });
  await page.goto('/admin/years');
  const panel = page.getByRole('region', { name: 'Lanjut jenjang' });
  await panel.getByRole('button', { name: /^Tanyakan keluarga TK.*B$/u }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('spinbutton').first().focus();
  await page.keyboard.type(jakartaDate(10).split('-').toReversed().join(''));
  await dialog.getByLabel('Biaya pendaftaran dalam persen').fill('50');
  expect(await lookInBothThemes(page, 'a class that is asked')).toEqual({});
  await dialog.getByRole('button', { name: 'Tanyakan keluarga' }).click();
  await portal.seeToast(page, 'Keluarga ditanya');

  const home = await visitor(PHONE, { as: one.parent });
  await home.page.goto('/dashboard');
  await home.page.waitForURL(`**/hasil/${one.id}`);
  await home.page.getByRole('link', { name: 'Tutup' }).tap();
  await home.page.goto('/dashboard');
  const yes = home.page.getByRole('button', { name: 'Ya, Nadia Putri melanjutkan' });
  await yes.waitFor();
  expect(await lookInBothThemes(home.page, 'a question to a family')).toEqual({});
  await yes.tap();
  await portal.seeToast(home.page, 'Jawaban tersimpan');

  const mine = await one.parent.call<{ academic_year: string; jenjang: string; payment_amount: number }[]>(
    'GET',
    '/api/registrations',
  );
  const [first] = mine.filter(({ academic_year }) => academic_year === now);
  expect(mine.filter(({ academic_year }) => academic_year === next)).toMatchObject([
    { jenjang: 'SD', payment_amount: expect.any(Number) },
  ]);
  expect(first?.jenjang).toBe('TK');
  await page.reload();
  await panel.getByLabel('Tahun yang ditinggalkan').selectOption(now);
  await panel.getByRole('row', { name: /TK.*B.* 1 0 0/u }).waitFor();
});

test('when a year with leftovers of each kind is closed by two people, then each ends by its choice and invoices stay', async () => {
  const year = years.at(-1) ?? '';
  const place = { jenjang: 'SD', kelas: '1' };
  await desk.manager.call('POST', '/api/admin/seat-pools', {
    ...place,
    academic_year: year,
    seats: 2,
    offer_limit: 2,
    criteria: ['registered_at'],
  });
  const [open, billed, listed] = [
    await observed('Anak Satu', year, place),
    await observed('Anak Dua', year, place),
    await observed('Anak Tiga', year, place),
  ];
  await untilLimited(desk.admin, 'SD', ({ id }) => [open, billed, listed].some((one) => one.id === id));
  await publishResults(desk.admin, desk.manager, [
    [open, 'passed'],
    [billed, 'passed'],
    [listed, 'waitlisted'],
  ]);
  await until('the result in billing', async () => {
    const { billing } = await billed.parent.call<Dashboard>('GET', '/api/dashboard');
    return billing?.parent?.to_confirm.some((one) => one.registration_id === billed.id);
  });
  const confirmation = await confirmEnrollment(billed.parent.call, billed);
  await makeScheme(desk.finance.call, billed, confirmation);
  const invoices = await ownInvoices(billed.parent.call);
  const unpaid = await registered('Anak Empat', year, place);
  const waiting = await registered('Anak Lima', year, place);
  await sendFeeProof(waiting.parent.call, waiting);

  const { page } = await visitor(WIDE, { as: desk.admin });
  const closing = `Penutupan tahun ajaran ${year}`;
  const dialog = page.getByRole('dialog', { name: `Penutupan ${year}` });
  await page.goto('/admin/years');
  await portal.button(page, closing).click();
  await portal.see(page, 'Selesaikan dulu yang masih menunggu. Setelah itu tahun ini dapat ditutup.');
  await eventually(() => dialog.getByRole('button', { name: 'Minta penutupan' }).isDisabled()).toBe(true);
  await decideFee(desk.finance.call, waiting, 'rejected');
  await page.reload();
  await portal.button(page, closing).click();
  await dialog.getByLabel('Diakhiri sekolah, kursi dilepas').check();
  await portal.see(page, /Tagihan yang belum lunas tetap berlaku\.$/u);
  expect(await lookInBothThemes(page, 'what is left of a year')).toEqual({});
  await dialog.getByRole('button', { name: 'Minta penutupan' }).click();
  await portal.seeToast(page, 'Penutupan diminta');

  const head = await visitor(WIDE, { as: desk.manager });
  await head.page.goto('/admin/years');
  await portal.button(head.page, closing).click();
  await portal.button(head.page, 'Setujui dan tutup').click();
  await portal.seeToast(head.page, 'Tahun ajaran ditutup');
  await portal.see(head.page, 'Selesai');
  expect(await lookInBothThemes(head.page, 'a closed year')).toEqual({});
  await until('the withdrawal', async () => (await stageOf(open)) === 'withdrawn');
  expect([await stageOf(billed), await stageOf(listed)]).toEqual(['passed', 'failed']);
  for (const { parent } of [unpaid, waiting])
    expect(await parent.call('GET', '/api/registrations')).toEqual([]);
  expect((await ownInvoices(billed.parent.call)).map(({ id }) => id)).toEqual(invoices.map(({ id }) => id));
});
