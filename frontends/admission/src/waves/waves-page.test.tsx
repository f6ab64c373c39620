import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, refused, someYears } from '@gerbang/web-kit/testing/fake-api';
import { screen, within } from '@testing-library/react';
import { aSchool } from '../../test/samples.ts';
import { aWave, waveList } from '../../test/waves.ts';
import { WavesPage } from './waves-page.tsx';

const LIST = 'GET /api/waves';
const ADD = 'POST /api/admin/waves';
const ONE = `/api/admin/waves/${aWave().id}`;

function open(role: Parameters<typeof aUser>[0], answers: Parameters<typeof fakeApi>[0]) {
  const api = fakeApi({
    ...someYears(),
    'GET /api/config': { body: aSchool() },
    [LIST]: waveList(),
    ...answers,
  });
  return { api, ...renderPage(<WavesPage />, { path: '/admin/waves', user: aUser(role) }) };
}
const cs = { role: 'cs' } as const;
const level = async (name: string) =>
  within(await screen.findByRole('region', { name: `Gelombang ${name}` }));

test('when there are no waves, then the page says what registration is like without them', async () => {
  open(cs, {});
  expect(await screen.findByText('Belum ada gelombang')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Tambah gelombang' })).toBeTruthy();
});

test('when a wave is added, then its moments are sent in Jakarta’s time and empty fields as none', async () => {
  const { api, type } = open(cs, { [ADD]: { status: 201, body: aWave() } });
  await type.click(await screen.findByRole('button', { name: 'Tambah gelombang' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Tambah gelombang' }));
  await type.click(dialog.getByRole('button', { name: 'Simpan' }));
  expect(await dialog.findAllByText('Nama gelombang harus diisi')).not.toHaveLength(0);
  await type.selectOptions(dialog.getByLabelText('Jenjang'), 'SD');
  await type.type(dialog.getByLabelText('Nama gelombang'), 'Gelombang 1');
  const days = dialog.getAllByRole('spinbutton');
  for (const [at, part] of ['01', '11', '2026', '31', '01', '2027'].entries()) {
    await type.click(days[at] ?? document.body);
    await type.keyboard(part);
  }
  await type.type(dialog.getByLabelText(/^Jumlah pendaftar terbanyak/u), '60');
  await type.click(dialog.getByRole('button', { name: 'Simpan' }));
  await findToast('Gelombang tersimpan');
  expect(api.bodies(ADD)).toEqual([
    {
      academic_year: '2026/2027',
      jenjang: 'SD',
      name: 'Gelombang 1',
      opens_at: '2026-11-01T01:00:00.000Z',
      closes_at: '2027-01-31T13:00:00.000Z',
      applicants_max: 60,
      fee_override: null,
      payment_period: null,
      note: null,
    },
  ]);
});

test('when a change overlaps another wave, then the form stays and says so at the day', async () => {
  const refusal = 'Waktunya bertumpuk dengan gelombang lain di jenjang ini.';
  const { api, type } = open(cs, {
    [LIST]: waveList(aWave()),
    [`PUT ${ONE}`]: refused(409, refusal, { issues: [{ path: 'opens_at', message: refusal }] }),
  });
  await type.click(await screen.findByRole('button', { name: 'Ubah: Gelombang 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ubah gelombang' }));
  await type.click(dialog.getByRole('button', { name: 'Simpan' }));
  await findToast('Gelombang tidak dapat disimpan', refusal);
  expect(dialog.getAllByText(refusal).length).toBeGreaterThan(0);
  expect(api.bodies(`PUT ${ONE}`)).toMatchObject([{ version: 1, opens_at: '2026-11-01T01:00:00.000Z' }]);
});

test('when finance reads a fee that waits, then it confirms it and changes nothing else', async () => {
  const waits = aWave({
    fee_override: 250_000,
    fee_typed_by: { name: 'Citra', role: 'cs' },
    may_confirm: true,
  });
  const { api, type } = open(
    { role: 'finance' },
    {
      [LIST]: waveList(waits),
      [`PUT ${ONE}/fee`]: { body: { ...waits, version: 2 } },
    },
  );
  const sd = await level('SD');
  expect(sd.getByText(/Biaya sendiri Rp.250\.000, diisi Citra .*belum dipastikan orang lain/u)).toBeTruthy();
  expect(sd.queryByRole('button', { name: /Ubah|Hapus|Batalkan/u })).toBeNull();
  await type.click(sd.getByRole('button', { name: 'Pastikan biaya: Gelombang 1' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await type.click(dialog.getByRole('button', { name: 'Pastikan biaya' }));
  await findToast('Biaya gelombang berlaku');
  expect(api.bodies(`PUT ${ONE}/fee`)).toEqual([{ confirm: true, version: 1 }]);
});

test('when a wave is cancelled or deleted, then it is asked before; a refusal is shown', async () => {
  const refusal = 'Gelombang yang sudah berisi pendaftaran tidak dapat dihapus.';
  const { api, type } = open(
    { role: 'admin' },
    {
      [LIST]: waveList(aWave(), aWave({ id: aWave().id.replace('01', '02'), name: '2', cancelled: true })),
      [`PUT ${ONE}`]: { body: aWave({ cancelled: true }) },
      [`DELETE ${ONE}`]: refused(409, refusal),
    },
  );
  await type.click(await screen.findByRole('button', { name: 'Batalkan: Gelombang 1' }));
  await type.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Batalkan' }));
  await findToast('Gelombang dibatalkan');
  expect(api.bodies(`PUT ${ONE}`)).toEqual([{ cancelled: true, version: 1 }]);
  await type.click(screen.getByRole('button', { name: 'Hapus: Gelombang 1' }));
  await type.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Hapus' }));
  await findToast('Gelombang tidak dapat dihapus', refusal);
  expect(screen.getByRole('button', { name: 'Pulihkan: Gelombang 2' })).toBeTruthy();
});
