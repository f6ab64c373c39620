import type { InboxItem } from '@gerbang/contracts/notifications';
import { noteUnread } from '@gerbang/web-kit/api/client';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Bell } from '../src/notifications/bell.tsx';
import { NotificationsPage } from '../src/notifications/notifications-page.tsx';

const LIST = 'GET /api/notifications';
const READ = 'POST /api/notifications/read';
const SETTINGS = 'GET /api/notifications/settings';
const id = (number: number) => `0190f2f0-0000-7000-8000-00000000000${number}`;
const anItem = (number: number, changes: Partial<InboxItem> = {}): InboxItem => ({
  id: id(number),
  kind: 'stage_changed',
  title: `Kabar ${number}`,
  text: 'Tahap pendaftaran Zaidan sekarang: Observasi Dijadwalkan. Observasi: Senin, 7 Desember 2026.',
  link: `/registrations?lihat=${id(7)}`,
  channel: 'whatsapp',
  state: 'WhatsApp · dibaca 14.02',
  created_at: '2026-11-22T07:00:00.000Z',
  read_at: null,
  ...changes,
});
const settings = (choices: readonly string[], channel = 'whatsapp') => ({
  body: { kinds: [{ kind: 'stage_changed', label: 'Tahap pendaftaran berubah', channel, choices }] },
});

function open(answers: Parameters<typeof fakeApi>[0], role: 'wali_murid' | 'cs' = 'wali_murid') {
  const api = fakeApi({ [SETTINGS]: settings(['whatsapp']), ...answers });
  return { api, ...renderPage(<NotificationsPage />, { path: '/notifications', user: aUser({ role }) }) };
}

describe('the bell', () => {
  beforeEach(() => noteUnread(null));

  test('when the number of unread messages is told, then the bell says it, without it only its name', async () => {
    renderPage(<Bell />, { path: '/dashboard', user: aUser() });
    const bell = screen.getByRole('button', { name: 'Pemberitahuan' });
    act(() => noteUnread(3));
    expect(bell.getAttribute('aria-label')).toBe('Pemberitahuan, 3 belum dibaca');
    expect(bell.textContent).toBe('3');
    act(() => noteUnread(120));
    expect(bell.textContent).toBe('99+');
    act(() => noteUnread(0));
    expect([bell.getAttribute('aria-label'), bell.textContent]).toEqual(['Pemberitahuan', '']);
  });

  test('when it is opened by keyboard, then the newest ten are shown; Esc closes and gives the focus back', async () => {
    const api = fakeApi({
      [LIST]: { body: [anItem(1), anItem(2, { read_at: '2026-11-22T08:00:00.000Z' })] },
    });
    const { type } = renderPage(<Bell />, { path: '/dashboard', user: aUser() });
    const bell = screen.getByRole('button', { name: 'Pemberitahuan' });
    bell.focus();
    await type.keyboard('{Enter}');
    const sheet = await screen.findByRole('dialog', { name: 'Pemberitahuan' });
    expect(await within(sheet).findAllByRole('listitem')).toHaveLength(2);
    expect(within(sheet).getByRole('link', { name: 'Lihat semua pemberitahuan' })).toBeTruthy();
    expect(api.asked.at(-1)?.query.get('limit')).toBe('10');
    await type.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(bell));
  });

  test('when there are no messages, or they cannot be read, then the sheet says so', async () => {
    const api = fakeApi({ [LIST]: { offline: true } });
    const { type } = renderPage(<Bell />, { path: '/dashboard', user: aUser() });
    await type.click(screen.getByRole('button', { name: 'Pemberitahuan' }));
    const again = await screen.findByRole('button', { name: 'Coba lagi' });
    expect(screen.getByText(/^Pemberitahuan tidak dapat dimuat/u)).toBeTruthy();
    api.answer(LIST, { body: [] });
    await type.click(again);
    expect(await screen.findByText('Belum ada pemberitahuan')).toBeTruthy();
  });
});

test('when messages are listed, then title, text, time, channel and what is unread stand in words', async () => {
  open({ [LIST]: { body: [anItem(1), anItem(2, { read_at: '2026-11-22T08:00:00.000Z', link: null })] } });
  const [fresh, old] = await screen.findAllByRole('listitem');
  expect(fresh?.textContent).toContain('Belum dibaca: Kabar 1');
  expect(fresh?.textContent).toContain('22 November 2026, 14.00 WIB');
  expect(fresh?.textContent).toContain('WhatsApp · dibaca 14.02');
  expect(old?.textContent).not.toContain('Belum dibaca');
  expect(within(old ?? document.body).queryByRole('link', { name: 'Kabar 2' })).toBeNull();
  const calendar = within(fresh ?? document.body).getByRole('link', { name: 'Simpan ke kalender' });
  expect(calendar.getAttribute('href')).toBe(`/api/registrations/${id(7)}/observation.ics`);
});

test('when a message is followed, then it is marked as read and its page opens', async () => {
  const { api, type } = open({ [LIST]: { body: [anItem(1)] }, [READ]: { body: { unread: 0 } } });
  await type.click(await screen.findByRole('link', { name: 'Kabar 1' }));
  expect(await screen.findByText('at /registrations')).toBeTruthy();
  expect(api.bodies(READ)).toEqual([{ ids: [id(1)] }]);
});

test('when all are marked as read, then no row is unread and the number is the server’s', async () => {
  noteUnread(2);
  const { api, type } = open({ [LIST]: { body: [anItem(1), anItem(2)] }, [READ]: { body: { unread: 0 } } });
  expect(await screen.findAllByRole('button', { name: /^Tandai dibaca/u })).toHaveLength(2);
  await type.click(await screen.findByRole('button', { name: 'Tandai semua dibaca' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Tandai dibaca/u })).toBeNull());
  expect(api.bodies(READ)).toEqual([{ all: true }]);
});

test('when a message comes while the page is open, then it is listed; what the page marks itself reads nothing again', async () => {
  noteUnread(1);
  const { api, type } = open({ [LIST]: { body: [anItem(1)] }, [READ]: { body: { unread: 1 } } });
  await screen.findByText('Kabar 1');
  api.answer(LIST, { body: [anItem(2), anItem(1)] });
  act(() => noteUnread(2));
  expect(await screen.findByText('Kabar 2')).toBeTruthy();
  const lists = () => api.asked.filter(({ path }) => path === '/api/notifications').length;
  const before = lists();
  await type.click(screen.getByRole('button', { name: 'Tandai dibaca: Kabar 1' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Tandai dibaca: Kabar 1' })).toBeNull());
  expect(lists()).toBe(before);
});

test('when marking fails, then a toast says so and the row stays unread', async () => {
  const { type } = open({ [LIST]: { body: [anItem(1)] }, [READ]: refused(503, 'Layanan sedang sibuk.') });
  await type.click(await screen.findByRole('button', { name: 'Tandai dibaca: Kabar 1' }));
  await findToast('Gagal menandai pemberitahuan', 'Layanan sedang sibuk.');
  expect(screen.getByRole('button', { name: 'Tandai dibaca: Kabar 1' })).toBeTruthy();
});

test('when only unread ones are wanted, then the server is asked for them', async () => {
  const { api, type } = open({ [LIST]: { body: [anItem(1)] } });
  await screen.findByText('Kabar 1');
  api.answer(LIST, { body: [] });
  await type.click(screen.getByRole('checkbox', { name: 'Belum dibaca saja' }));
  expect(await screen.findByText('Semua sudah dibaca')).toBeTruthy();
  expect(api.asked.at(-1)?.query.get('unread')).toBe('true');
});

test('when e-mail can be chosen, then a choice is saved at once', async () => {
  const both = ['whatsapp', 'email'];
  const { api, type } = open({
    [LIST]: { body: [] },
    [SETTINGS]: settings(both),
    'PUT /api/notifications/settings': settings(both, 'email'),
  });
  await type.selectOptions(await screen.findByLabelText('Tahap pendaftaran berubah'), 'email');
  await findToast('Pilihan disimpan', 'Tahap pendaftaran berubah: lewat Email.');
  expect(api.bodies('PUT /api/notifications/settings')).toEqual([
    { kinds: [{ kind: 'stage_changed', channel: 'email' }] },
  ]);
});

test('when no other channel is possible, then no choice is shown', async () => {
  open({ [LIST]: { body: [] } });
  expect(await screen.findByText(/^Semua kabar dikirim lewat WhatsApp/u)).toBeTruthy();
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('when the user is staff, then there are no channels to choose and none are read', async () => {
  const { api } = open({ [LIST]: { body: [] } }, 'cs');
  await screen.findByText('Belum ada pemberitahuan');
  expect(api.asked.map(({ path }) => path)).toEqual(['/api/notifications']);
});
