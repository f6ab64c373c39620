import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays } from '@gerbang/domain/reports';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, refused, type FakeAnswer, staleAnswer } from '@gerbang/web-kit/testing/fake-api';
import { screen, within } from '@testing-library/react';
import { aSchool } from '../../test/samples.ts';
import { anOffer, aPool, seatsOf } from '../../test/seats.ts';
import { SeatsPage } from '../seat-pools/seats-page.tsx';

const download = jest.fn();
jest.mock('@gerbang/web-kit/files/download', () => ({
  download: (...args: unknown[]) => download(...args) as unknown,
}));

const LIST = 'GET /api/admin/offers';
const EXTEND = `PUT /api/admin/offers/${anOffer().id}/deadline`;
const RELEASE = `POST /api/admin/offers/${anOffer().id}/release`;

const TODAY = jakartaDay(new Date());
/** A deadline lies within three years from today. */
const LATER = addDays(TODAY, 7);
const untilTomorrow = anOffer({ answer_until: `${addDays(TODAY, 1)}T13:00:00.000Z` });

type Role = NonNullable<Parameters<typeof aUser>[0]>['role'];

async function open(
  role: Role,
  offers: readonly ReturnType<typeof anOffer>[],
  answers: Record<string, FakeAnswer> = {},
) {
  const api = fakeApi({
    'GET /api/config': { body: aSchool() },
    'GET /api/admin/seats': seatsOf(aPool()),
    [LIST]: { body: offers, headers: { 'x-total-count': String(offers.length) } },
    ...answers,
  });
  const page = renderPage(<SeatsPage />, {
    path: `/admin/seats?pool=${aPool().id}&bagian=offers&status=open`,
    user: aUser({ role }),
  });
  const table = within(await screen.findByRole('table', { name: 'Tawaran kursi' }));
  return { api, table, ...page };
}

async function fillExtension(type: Awaited<ReturnType<typeof open>>['type']) {
  await type.click(screen.getByRole('button', { name: 'Perpanjang: Fatimah Zahra' }));
  const dialog = within(await screen.findByRole('dialog'));
  for (const [at, part] of LATER.split('-').toReversed().entries()) {
    await type.click(dialog.getAllByRole('spinbutton')[at] ?? document.body);
    await type.keyboard(part);
  }
  await type.type(dialog.getByLabelText('Alasan'), 'Menunggu surat pindah');
  return dialog;
}

test('when the open offers are read, then they are those of the pool, the nearest deadline first', async () => {
  const { api, table } = await open('finance', [anOffer({ actions: [] })]);
  const asked = api.asked.find(({ path }) => path === '/api/admin/offers');
  expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({
    pool: aPool().id,
    status: 'open',
    sort: 'answer_until',
  });
  expect(table.getByText('12 Feb 2100, 20.00')).toBeTruthy();
  expect(table.getByText('diperpanjang 1 kali')).toBeTruthy();
  // Finance sees seats and offers, and neither who waits nor a button.
  expect(screen.getAllByRole('tab')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /^(Perpanjang|Lepas):/u })).toBeNull();
});

test('when the offers are downloaded, then they are those of the pool and its part', async () => {
  const { type } = await open('finance', [anOffer({ actions: [] })]);
  await type.click(screen.getByRole('button', { name: 'Unduh' }));
  await type.click(await screen.findByRole('menuitem', { name: 'Excel' }));
  await findToast('Berhasil', 'File Excel sudah diunduh');
  expect(download.mock.calls[0]?.slice(0, 2)).toEqual([
    `/api/admin/offers/export?pool=${aPool().id}&status=open&sort=answer_until`,
    'tawaran-kursi.xlsx',
  ]);
});

test('when an offer is being released, then it says for whom it waits, and a spent extension says so', async () => {
  const { table } = await open('manager_pendidikan', [
    anOffer({
      status: 'releasing',
      release_cause: 'family',
      reason_code: 'cost',
      reason_text: 'Pindah',
      actions: [],
    }),
    anOffer({
      id: anOffer().id.replace('31', '32'),
      child_name: 'Zaid',
      extensions: 3,
      actions: ['release'],
    }),
  ]);
  expect(table.getAllByText('Menunggu jawaban keuangan').length).toBeGreaterThan(0);
  expect(table.getByText('Dilepas keluarga · Biaya: Pindah')).toBeTruthy();
  expect(table.getByText('sudah 3 kali diperpanjang, tidak dapat lagi')).toBeTruthy();
  expect(table.queryByRole('button', { name: 'Perpanjang: Zaid' })).toBeNull();
});

test('when a family gets more time, then day and reason are sent with the version that was seen', async () => {
  const { api, type } = await open('cs', [{ ...untilTomorrow, actions: ['extend'] }], {
    [EXTEND]: { body: anOffer({ answer_until: '2100-02-19T13:00:00.000Z' }) },
  });
  const dialog = await fillExtension(type);
  await type.click(dialog.getByRole('button', { name: 'Perpanjang' }));
  await findToast('Batas diperpanjang', 'Fatimah Zahra sampai 19 Februari 2100, 20.00 WIB.');
  expect(api.bodies(EXTEND)).toEqual([{ answer_until: LATER, reason: 'Menunggu surat pindah', version: 2 }]);
});

test('when the day is refused, then the reason stands at the day and nothing typed is lost', async () => {
  const words = 'Batas waktu melewati akhir masa penawaran';
  const { type } = await open('cs', [untilTomorrow], {
    [EXTEND]: refused(422, words, { issues: [{ path: 'answer_until', message: words }] }),
  });
  const dialog = await fillExtension(type);
  await type.click(dialog.getByRole('button', { name: 'Perpanjang' }));
  expect(await dialog.findByText(words)).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>('Alasan').value).toBe('Menunggu surat pindah');
});

test('when a seat is released, then it says what follows and wants a reason; a stale one can be sent again', async () => {
  const { api, type } = await open('admin', [anOffer()], {
    [RELEASE]: staleAnswer(anOffer({ version: 5, status: 'accepted' })),
  });
  await type.click(screen.getByRole('button', { name: 'Lepas: Fatimah Zahra' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Lepas kursi Fatimah Zahra?' }));
  await type.type(dialog.getByLabelText('Alasan'), 'Tidak hadir');
  await type.click(dialog.getByRole('button', { name: 'Lepas kursi' }));
  expect(await dialog.findByText(/Alasan Anda masih ada\./u)).toBeTruthy();
  expect(dialog.getByText(/^Daftar ulang yang belum diproses ikut ditolak/u)).toBeTruthy();
  api.answer(RELEASE, { status: 202, body: anOffer({ status: 'releasing' }) });
  await type.click(dialog.getByRole('button', { name: 'Lepas kursi' }));
  await findToast('Kursi sedang dilepas', 'Menunggu jawaban keuangan.');
  expect(api.bodies(RELEASE)).toEqual([
    { reason: 'Tidak hadir', version: 2 },
    { reason: 'Tidak hadir', version: 5 },
  ]);
});
