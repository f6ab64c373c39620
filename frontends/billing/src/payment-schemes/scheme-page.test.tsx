import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { findSummary } from '@gerbang/web-kit/testing/form-errors';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { aBilledConfirmation, aConfirmation, aScheme, aSchool, id } from '../../test/samples.ts';
import { SchemePage } from './scheme-page.tsx';

// The calendar is React Aria's own; what matters here is the day that it gives.
jest.mock('@gerbang/ui/date-picker', () => ({
  DatePicker: ({ label, id: own, value, onChange, error }: Record<string, unknown>) => (
    <label>
      {label as string}
      <input
        id={own as string}
        value={value as string}
        onChange={(event) => (onChange as (day: string) => void)(event.target.value)}
      />
      {error as string}
    </label>
  ),
}));

const LIST = 'GET /api/admin/enrollment-confirmations';
const CREATE = 'POST /api/enrollment-payment-schemes';
const READY = aConfirmation({ status: 'processed' });

function show(search = `?confirmationId=${id(30)}`, answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    [LIST]: { body: [READY] },
    'GET /api/config': { body: aSchool() },
    [CREATE]: { status: 201, body: aScheme() },
    ...answers,
  });
  const page = renderPage(<SchemePage />, {
    path: `/admin/payment-scheme/create${search}`,
    user: aUser({ role: 'finance' }),
  });
  return { api, ...page };
}

const base = () => screen.findByLabelText('Biaya pendidikan');
const rupiah = (text: string) => `Rp ${text}`;
const future = '2029-08-31';
const save = () => screen.getByRole('button', { name: 'Buat Skema Pembayaran' });

async function confirm(type: ReturnType<typeof show>['type']) {
  await type.click(save());
  const dialog = within(await screen.findByRole('alertdialog'));
  await type.click(dialog.getByRole('button', { name: 'Buat Skema Pembayaran' }));
}

test('when there is no confirmationId, or it is unknown, then the specified titles stand with a way back', async () => {
  show('');
  expect(await screen.findByText('Data Tidak Ditemukan')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Kembali ke Daftar Ulang' })).toBeTruthy();
});

test('when the confirmation is unknown, then it says so', async () => {
  show(`?confirmationId=${id(99)}`, { [LIST]: { body: [] } });
  expect(await screen.findByText('Konfirmasi Tidak Ditemukan')).toBeTruthy();
});

test('when there is a scheme already, then no form is shown', async () => {
  show(undefined, { [LIST]: { body: [aBilledConfirmation()] } });
  expect(await screen.findByText('Skema pembayaran sudah ada untuk konfirmasi ini')).toBeTruthy();
  expect(screen.queryByLabelText('Biaya pendidikan')).toBeNull();
});

test('when the form opens, then level and contribution come from the confirmation and the usual choices are made', async () => {
  show();
  await base();
  expect((screen.getByLabelText('Jenjang') as HTMLInputElement).value).toBe('SD');
  expect((screen.getByLabelText('Sumbangan uang') as HTMLInputElement).value).toBe('Rp 1.000.000');
  expect((screen.getByLabelText('Periode pembayaran') as HTMLSelectElement).value).toBe('Gelombang 1');
  expect((screen.getByRole('radio', { name: /^Lunas sekaligus/u }) as HTMLInputElement).checked).toBe(true);
});

test('when the school has a table with the level’s fee, then the fee begins with it and says where it is from', async () => {
  const fee_tables = [
    {
      title: 'Biaya 2025/2026',
      columns: ['Jenjang', 'Pembayaran penuh'],
      rows: [['SD', 'Rp 24.000.000']],
      image_url: null,
    },
  ];
  show(undefined, { 'GET /api/config': { body: aSchool({ fee_tables }) } });
  expect(((await base()) as HTMLInputElement).value).toBe('Rp 24.000.000');
  expect(screen.getByText(`${rupiah('24.000.000')} (tarif SD, Biaya 2025/2026)`)).toBeTruthy();
  expect(screen.getByText(rupiah('25.000.000'))).toBeTruthy();
});

test('when something is missing, then it is said in one place and at the fields, and nothing is sent', async () => {
  const { api, type } = show();
  await base();
  await type.click(save());
  const summary = within(await findSummary());
  expect(summary.getByText('Biaya pendidikan harus diisi')).toBeTruthy();
  expect(summary.getByText('Tanggal jatuh tempo harus diisi')).toBeTruthy();
  expect(api.bodies(CREATE)).toEqual([]);
});

test('when a full payment is made with discounts, then the total stands there and is sent with the figures', async () => {
  const { api, type } = show();
  await type.type(await base(), '15000000');
  await type.selectOptions(screen.getByLabelText('Program loyalitas'), '1500000');
  await type.selectOptions(screen.getByLabelText('Lunas sekaligus'), '1000000');
  fireEvent.change(screen.getByLabelText(/^Tanggal jatuh tempo/u), { target: { value: future } });
  expect(screen.getByText(rupiah('13.500.000'))).toBeTruthy();
  expect(screen.getByText(`− ${rupiah('2.500.000')}`)).toBeTruthy();
  await confirm(type);
  await findToast('Berhasil', 'Skema pembayaran berhasil dibuat');
  expect(api.bodies(CREATE)).toEqual([
    {
      enrollment_confirmation_id: id(30),
      registration_id: id(20),
      child_id: id(10),
      grade_level: 'SD',
      payment_period: 'Gelombang 1',
      payment_scheme: 'full',
      base_education_fee: 15_000_000,
      cash_contribution: 1_000_000,
      loyalty_program_discount: 1_500_000,
      event_discount: 0,
      full_payment_discount: 1_000_000,
      group_discount: 0,
      payment_deadline: future,
      total_discount: 2_500_000,
      final_education_fee: 13_500_000,
    },
  ]);
  expect(await screen.findByText('at /admin/enrollment')).toBeTruthy();
});

test('when installments are chosen, then discounts go, a warning waits for the first day, and four amounts add up', async () => {
  const { api, type } = show();
  await type.type(await base(), '15000000');
  await type.selectOptions(screen.getByLabelText('Event'), '500000');
  await type.click(screen.getByRole('radio', { name: /^Cicilan/u }));
  expect(screen.queryByLabelText('Event')).toBeNull();
  expect(screen.getByText(/^Pilih tanggal cicilan pertama/u)).toBeTruthy();
  const table = within(screen.getByRole('table', { name: 'Cicilan' }));
  for (const text of ['8.000.000', '4.000.000', '2.400.000', '1.600.000'])
    expect(table.getByText(rupiah(text))).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Tanggal cicilan pertama/u), { target: { value: future } });
  expect(screen.queryByText(/^Pilih tanggal cicilan pertama/u)).toBeNull();
  // 31 August: the months after it have fewer days.
  for (const day of ['31 Agustus 2029', '31 Oktober 2029', '31 Desember 2029', '28 Februari 2030'])
    expect(table.getByText(day)).toBeTruthy();
  await confirm(type);
  await findToast('Berhasil');
  expect(api.bodies(CREATE)[0]).toMatchObject({
    payment_scheme: 'installment',
    first_installment_date: future,
    event_discount: 0,
    total_discount: 0,
    final_education_fee: 16_000_000,
  });
});

test('when it exists already, then the catalogue says so, and what was typed stays', async () => {
  const { type } = show(undefined, {
    [CREATE]: refused(409, 'Skema pembayaran sudah ada untuk konfirmasi ini'),
  });
  await type.type(await base(), '15000000');
  fireEvent.change(screen.getByLabelText(/^Tanggal jatuh tempo/u), { target: { value: future } });
  await confirm(type);
  await findToast('Gagal membuat skema pembayaran', 'Skema pembayaran sudah ada untuk konfirmasi ini');
  expect(((await base()) as HTMLInputElement).value).toBe('Rp 15.000.000');
});
