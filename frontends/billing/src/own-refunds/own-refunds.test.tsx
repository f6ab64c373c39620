import type { OwnRefund } from '@gerbang/contracts/own-refunds';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { id } from '../../test/samples.ts';
import { TagihanPage } from '../invoices/invoices-page.tsx';
import { wayOf } from './refund-way.ts';

const LIST = 'GET /api/refunds';
const ACCOUNT = `PUT /api/refunds/${id(70)}/account`;
const at = (day: number) => `2027-01-0${day}T03:00:00.000Z`;

function aRefund(changes: Partial<OwnRefund> = {}): OwnRefund {
  return {
    id: id(70),
    version: 3,
    number: 'PD-2027-000004',
    status: 'approved',
    cause: 'withdrawal',
    registration: { id: id(20), number: 'PSB-2026-SD-00042', child_name: 'Aisyah Putri' },
    lines: [
      {
        kind: 'invoice',
        target: id(50),
        number: 'INV-2026-000123',
        paid: 5_000_000,
        percent: 60,
        rule_back: 3_000_000,
        back: 3_000_000,
      },
    ],
    deduct: 250_000,
    total: 2_750_000,
    account: { bank_code: '014', number: '•••• 6789', owner: 'Budi Santoso' },
    steps: [
      { step: 'begun', at: at(2) },
      { step: 'edited', at: at(2) },
      { step: 'requested', at: at(3) },
      { step: 'approved', at: at(5) },
    ],
    objections: [],
    paid_on: null,
    proof_url: null,
    created_at: at(2),
    may: { account: true, object: true },
    ...changes,
  };
}

function open(refund: OwnRefund, answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    'GET /api/parent/invoices': { body: [] },
    [LIST]: { body: [refund] },
    ...answers,
  });
  const path = `/tagihan?dana=${refund.id}`;
  return { api, ...renderPage(<TagihanPage />, { path, user: aUser({ role: 'wali_murid' }) }) };
}
const spaces = (text: string | null | undefined) => text?.replaceAll('\u00A0', ' ');

describe('the way of the money', () => {
  const way = (steps: readonly (readonly [OwnRefund['steps'][number]['step'], number])[], paid_on?: string) =>
    wayOf({ steps: steps.map(([step, day]) => ({ step, at: at(day) })), paid_on: paid_on ?? null });

  test('when it was transferred, then each step has its day, and the transfer that of the bank', () => {
    expect(
      way(
        [
          ['begun', 2],
          ['account', 2],
          ['requested', 3],
          ['approved', 5],
          ['objected', 6],
          ['paid', 8],
        ],
        '2027-01-07',
      ).join(' → '),
    ).toBe('Diminta 3 Jan → Disetujui 5 Jan → Ditransfer 7 Jan');
  });

  test('when nothing is asked yet, then it begins with the school; another account after the approval is a step', () => {
    expect(way([['begun', 2]])).toEqual(['Disiapkan sekolah 2 Jan']);
    expect(
      way([
        ['begun', 2],
        ['requested', 3],
        ['approved', 5],
        ['account', 6],
        ['account', 7],
        ['approved', 8],
      ]).join(' → '),
    ).toBe('Diminta 3 Jan → Disetujui 5 Jan → Rekening diubah 6 Jan → Disetujui 8 Jan');
  });
});

describe('a refund on the page of invoices', () => {
  test('when it is approved, then lines, deduction, total, masked account and way stand there, and it has the focus', async () => {
    open(aRefund());
    const card = await screen.findByRole('region', { name: 'Pengembalian dana PD-2027-000004' });
    expect(spaces(card.textContent)).toContain('Tagihan INV-2026-000123Rp 3.000.000 dari Rp 5.000.000');
    expect(spaces(card.textContent)).toContain('Potongan−Rp 250.000Jumlah yang kembaliRp 2.750.000');
    expect(card.textContent).toContain('BCA •••• 6789 a.n. Budi Santoso');
    expect(card.textContent).toContain('Diminta 3 Jan → Disetujui 5 Jan');
    await waitFor(() => expect(document.activeElement).toBe(card));
    expect(screen.queryByText('Belum ada tagihan.')).toBeNull();
  });

  test('when the account is typed, then both numbers have to be the same digits, and a refusal keeps what was typed', async () => {
    const { api, type } = open(aRefund(), { [ACCOUNT]: refused(503, 'Layanan sedang sibuk') });
    await type.click(await screen.findByRole('button', { name: 'Ubah rekening' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ubah rekening' }));
    expect(dialog.getByText(/^Pengembalian ini sudah disetujui\./u)).toBeTruthy();
    await type.selectOptions(dialog.getByLabelText('Bank'), 'BSI');
    await type.type(dialog.getByLabelText('Nomor rekening'), '12ab');
    await type.click(dialog.getByRole('button', { name: 'Simpan rekening' }));
    expect((await dialog.findAllByText('Nomor rekening terdiri dari 5 sampai 20 angka')).length).toBe(2);
    await type.clear(dialog.getByLabelText('Nomor rekening'));
    await type.type(dialog.getByLabelText('Nomor rekening'), '7100 012 345');
    await type.type(dialog.getByLabelText('Ulangi nomor rekening'), '7100012346');
    await type.click(dialog.getByRole('button', { name: 'Simpan rekening' }));
    expect((await dialog.findAllByText('Nomor ini berbeda dari yang pertama')).length).toBe(2);
    await type.clear(dialog.getByLabelText('Ulangi nomor rekening'));
    await type.type(dialog.getByLabelText('Ulangi nomor rekening'), '7100012345');
    await type.click(dialog.getByRole('button', { name: 'Simpan rekening' }));
    expect(await dialog.findByText('Layanan sedang sibuk')).toBeTruthy();
    api.answer(ACCOUNT, { body: aRefund({ status: 'requested' }) });
    await type.click(dialog.getByRole('button', { name: 'Simpan rekening' }));
    expect(
      await screen.findByText('Pengembalian ini menunggu persetujuan sekolah sekali lagi.'),
    ).toBeTruthy();
    expect(api.bodies(ACCOUNT).at(-1)).toEqual({
      bank_code: '451',
      number: '7100012345',
      owner: 'Budi Santoso',
    });
  });

  test('when no account is known, then it is asked for; an objection is sent once and shown', async () => {
    const { api, type } = open(aRefund({ status: 'draft', account: null }), {
      [`POST /api/refunds/${id(70)}/object`]: { body: aRefund() },
    });
    expect(await screen.findByText(/^Rekening tujuan belum diisi\./u)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Isi rekening' })).toBeTruthy();
    await type.click(screen.getByRole('button', { name: 'Jumlah ini keliru' }));
    await type.type(await screen.findByLabelText('Apa yang keliru?'), 'Saya membayar lebih');
    const objections = [{ text: 'Saya membayar lebih', at: at(6) }];
    api.answer(LIST, { body: [aRefund({ objections, may: { account: true, object: false } })] });
    await type.click(screen.getByRole('button', { name: 'Kirim ke sekolah' }));
    expect(
      await screen.findByText('Anda menyanggah jumlahnya pada 6 Januari 2027: Saya membayar lebih'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Jumlah ini keliru' })).toBeNull();
  });

  test('when it was transferred, then its paper opens and nothing can be changed', async () => {
    open(aRefund({ status: 'paid', paid_on: '2027-01-07', may: { account: false, object: false } }));
    const paper = await screen.findByRole('link', { name: 'Bukti pengembalian dana (PDF) (tab baru)' });
    expect(paper.getAttribute('href')).toBe(`/api/refunds/${id(70)}/paper`);
    expect(screen.queryByRole('button', { name: 'Ubah rekening' })).toBeNull();
  });

  test('when it cannot be read, then the page says so and reads it again', async () => {
    const { api, type } = open(aRefund(), { [LIST]: refused(503, 'Layanan sibuk') });
    expect(await screen.findByText(/^Pengembalian dana belum dapat dimuat\./u)).toBeTruthy();
    api.answer(LIST, { body: [aRefund()] });
    await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
    expect(await screen.findByText('Jumlah yang kembali')).toBeTruthy();
  });
});
