import type { DrawerSheet } from '@gerbang/contracts/drawers';
import { fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, within } from '@testing-library/react';
import { DrawersPage } from './drawers-page.tsx';

const CALL = '/api/admin/drawers';
const user = aUser({ role: 'finance' });
const sheet = (change: Partial<DrawerSheet> = {}): DrawerSheet => ({
  id: '0190f2f0-0000-7000-8000-000000000001',
  person: { id: user.id, name: 'Fina Keuangan' },
  day: '2026-11-20',
  automatic: false,
  float: 200_000,
  booked: 350_000,
  bookings: 1,
  expected: 550_000,
  counted: null,
  difference: null,
  reason: null,
  state: 'open',
  opened_at: '2026-11-20T00:30:00.000Z',
  closed_at: null,
  signed: null,
  pieces: null,
  lines: [
    {
      id: '0190f2f0-0000-7000-8000-000000000009',
      at: '2026-11-20T01:00:00.000Z',
      source: 'invoice',
      number: 'KW-2026-000001',
      amount: 350_000,
    },
  ],
  ...change,
});

/** The page over one drawer, which the calls move on. */
function open(first: DrawerSheet | null, on = true, path = '/admin/drawers') {
  let now = first;
  const counted = { counted: 540_000, difference: -10_000, reason: 'Kembalian salah' };
  const api = fakeApi({
    'GET /api/config': () => ({ body: on ? { cash_drawers: true } : {} }),
    [`GET ${CALL}`]: () => ({ body: now ? [now] : [] }),
    [`GET ${CALL}/${sheet().id}`]: () => ({ body: now }),
    [`POST ${CALL}`]: () => {
      now = sheet({ booked: 0, bookings: 0, expected: 200_000, lines: [] });
      return { status: 201, body: now };
    },
    [`POST ${CALL}/${sheet().id}/close`]: () => {
      now = sheet({ ...counted, state: 'closed', closed_at: '2026-11-20T08:00:00.000Z' });
      return { body: now };
    },
    [`POST ${CALL}/${sheet().id}/sign`]: () => {
      const by = { name: user.name, role: user.role };
      now = sheet({ ...now, state: 'signed', signed: { by, at: '2026-11-20T08:10:00.000Z' } });
      return { body: now };
    },
  });
  return { api, ...renderPage(<DrawersPage />, { path, user }) };
}

test('when the school has no drawers, then the page says where they are switched on', async () => {
  open(null, false);
  expect(await screen.findByText('Kas loket belum dipakai')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Buka kas' })).toBeNull();
});

test('when the user opens a drawer, then the float must be there, 0 included', async () => {
  const { api, type } = open(null);
  await type.click(await screen.findByRole('button', { name: 'Buka kas' }));
  const float = screen.getByRole('textbox', { name: /^Uang kembalian awal/u });
  expect(float.getAttribute('aria-invalid')).toBe('true');
  await type.type(float, '0');
  await type.click(screen.getByRole('button', { name: 'Buka kas' }));
  await findToast('Berhasil');
  expect(api.bodies(`POST ${CALL}`)).toEqual([{ float: 0 }]);
  expect(await screen.findByRole('button', { name: 'Tutup kas' })).toBeTruthy();
});

test('when the user counts by note, then the difference is shown, and its reason asked for', async () => {
  const { api, type } = open(sheet());
  await type.click(await screen.findByRole('button', { name: 'Tutup kas' }));
  const dialog = within(await screen.findByRole('dialog'));
  await type.type(dialog.getByRole('textbox', { name: /^Rp\s?100.000/u }), '5');
  await type.type(dialog.getByRole('textbox', { name: /^Rp\s?20.000/u }), '2');
  expect(dialog.getByRole('status').textContent).toMatch(/-Rp\s?10.000|−Rp\s?10.000/u);
  await type.click(dialog.getByRole('button', { name: 'Tutup kas' }));
  const reason = dialog.getByRole('textbox', { name: /^Alasan selisih/u });
  expect(reason.getAttribute('aria-invalid')).toBe('true');
  await type.type(reason, 'Kembalian salah');
  await type.click(dialog.getByRole('button', { name: 'Tutup kas' }));
  await findToast('Berhasil');
  expect(api.bodies(`POST ${CALL}/${sheet().id}/close`)).toEqual([
    { counted: { 20_000: 2, 100_000: 5 }, reason: 'Kembalian salah' },
  ]);
});

test('when another person has closed one, then it is read line by line and signed', async () => {
  const other = { id: '0190f2f0-0000-7000-8000-0000000000aa', name: 'Rudi Keuangan' };
  const closed = {
    state: 'closed',
    counted: 550_000,
    difference: 0,
    closed_at: '2026-11-20T08:00:00.000Z',
  } as const;
  const { type } = open(sheet({ person: other, ...closed }));
  await type.click(await screen.findByRole('button', { name: /^Lihat kas Rudi Keuangan/u }));
  expect(await screen.findByText('KW-2026-000001')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Tanda tangani' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await type.click(dialog.getByRole('button', { name: 'Tanda tangani' }));
  await findToast('Berhasil');
  expect(await screen.findByText('Selesai')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Tanda tangani' })).toBeNull();
});

test('when the user has closed a drawer, then another person signs it', async () => {
  const closed = {
    state: 'closed',
    counted: 550_000,
    difference: 0,
    closed_at: '2026-11-20T08:00:00.000Z',
  } as const;
  open(sheet(closed), true, `/admin/drawers?kas=${sheet().id}`);
  expect(await screen.findByText('Kas Anda ditandatangani oleh orang lain.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Tanda tangani' })).toBeNull();
});
