import { fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { anInvoice, aScheme, aSchool, id } from '../../test/samples.ts';
import { ReviseDialog } from './revise-dialog.tsx';
import { SchemeHistory } from './scheme-sides.tsx';

// The calendar is React Aria's own; what matters here is the day that it gives.
jest.mock('@gerbang/ui/date-picker', () => ({
  DatePicker: ({ label, value, onChange }: Record<string, unknown>) => (
    <label>
      {label as string}
      <input
        value={value as string}
        onChange={(event) => (onChange as (day: string) => void)(event.target.value)}
      />
    </label>
  ),
}));

const CALL = `POST /api/admin/payment-schemes/${id(40)}/revise`;
const { created_by: _by, created_at: _at, ...scheme } = aScheme();
const side = (amounts: readonly number[]) => ({
  ...scheme,
  invoices: amounts.map((total_amount, at) => ({
    invoice_number: at === 0 ? 'INV-2026-000123' : null,
    installment_name: `Tahap ${at + 1}`,
    total_amount,
    due_date: '2029-09-30',
    paid_amount: at === 0 ? 8_000_000 : 0,
  })),
});
const PAID = anInvoice({ amount_paid: 8_000_000, remaining: 0, payable: false, status: 'verified' });

function show(second_person: boolean, done: Parameters<typeof fakeApi>[0][string]) {
  const preview = { scheme: null, before: side([8_000_000, 8_000_000]), after: side([8_000_000, 7_000_000]) };
  let calls = 0;
  const api = fakeApi({
    'GET /api/config': { body: aSchool() },
    [CALL]: () => {
      calls += 1;
      return calls === 1 ? { body: { ...preview, excess: 0, second_person } } : done;
    },
  } as never);
  const rest = anInvoice({ id: id(51), invoice_number: 'INV-2026-000124', installment_name: 'Tahap 2' });
  const page = renderPage(
    <ReviseDialog scheme={aScheme()} invoices={[PAID, rest]} onClose={() => undefined} />,
    { user: aUser({ role: 'finance' }) },
  );
  return { api, ...page };
}

test('when a scheme is revised, then what is missing is said, both sides are shown, and the terms are sent twice alike', async () => {
  const { api, type } = show(true, { status: 202, body: { request_id: id(90) } });
  const dialog = within(await screen.findByRole('dialog'));
  await type.click(dialog.getByRole('button', { name: 'Lihat yang ikut berubah' }));
  expect(dialog.getByText(/alasan paling sedikit 10 karakter/u)).toBeTruthy();
  const base = dialog.getByLabelText('Biaya pendidikan');
  await type.clear(base);
  await type.type(base, '14000000');
  const rest = dialog.getByLabelText('Jumlah (Tahap 2, tagihan baru)');
  await type.clear(rest);
  await type.type(rest, '7000000');
  fireEvent.change(dialog.getByLabelText('Jatuh tempo (Tahap 2, tagihan baru)'), {
    target: { value: '2029-09-30' },
  });
  await type.type(dialog.getByLabelText('Alasan'), 'Potongan lupa dihitung');
  await type.click(dialog.getByRole('button', { name: 'Lihat yang ikut berubah' }));
  const sides = within(await screen.findByRole('dialog', { name: 'Yang ikut berubah' }));
  expect(sides.getByRole('region', { name: 'Sebelum' })).toBeTruthy();
  expect(sides.getByText(/menunggu persetujuan orang kedua/u)).toBeTruthy();
  await type.click(sides.getByRole('button', { name: 'Minta persetujuan' }));
  await findToast('Berhasil', 'Permintaan dikirim. Orang lain harus menyetujuinya');
  const [preview, sent] = api.bodies(CALL) as Record<string, unknown>[];
  expect(preview).toEqual({ ...sent, preview: true });
  expect(sent).toMatchObject({
    payment_scheme: 'installment',
    base_education_fee: 14_000_000,
    cash_contribution: 1_000_000,
    instalments: [
      { amount: 8_000_000, due_date: PAID.due_date },
      { amount: 7_000_000, due_date: '2029-09-30' },
    ],
    reason: 'Potongan lupa dihitung',
    version: 1,
  });
});

test('when a scheme was revised, then both sides and the reason are read', async () => {
  const change = {
    version: 2,
    before: side([16_000_000]),
    after: side([8_000_000, 8_000_000]),
    reason: 'Keluarga meminta dua tahap',
    at: '2026-11-28T03:00:00.000Z',
    by: { name: 'Fina', role: 'finance' as const },
  };
  fakeApi({});
  renderPage(<SchemeHistory of={{ changes: [change] }} />, { user: aUser() });
  expect(await screen.findByRole('region', { name: 'Perubahan skema' })).toBeTruthy();
  expect(screen.getByText(/Keluarga meminta dua tahap \(Fina/u)).toBeTruthy();
});
