import type { Role } from '@gerbang/domain/roles';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { useLocation } from '@gerbang/web-kit/page/router';
import { screen, waitFor, within } from '@testing-library/react';
import { aMessage, aMissedFamily, aTemplate, messageId } from '../../test/messages.ts';
import { MessagesPage } from '../messages/messages-page.tsx';

const BASE = '/api/admin/missed-messages';
const LIST = `GET ${BASE}`;
const OF = `POST ${BASE}/${messageId(90)}`;

function Where() {
  return <output data-testid="where">{useLocation().search}</output>;
}

function show(role: Role = 'cs', answers: Parameters<typeof fakeApi>[0] = {}, address = '') {
  const held = aMessage({ reason: 'limit-unproved', error_code: null, resend_refusal: 'text_gone' });
  const api = fakeApi({
    [LIST]: {
      body: [
        aMissedFamily(),
        aMissedFamily({
          id: messageId(91),
          name: 'Rahma',
          phone: null,
          count: 1,
          missed: [held],
          contacted: {
            at: '2026-11-19T04:00:00.000Z',
            by: { name: 'Dewi', role: 'cs' },
            note: 'Tidak diangkat',
          },
        }),
      ],
      headers: { 'x-total-count': '2' },
    },
    'GET /api/admin/notifications': { body: [aMessage()], headers: { 'x-total-count': '1' } },
    'GET /api/admin/notifications/summary': { body: { total: 1, status: { failed: 1 } } },
    'GET /api/admin/message-templates': { body: [aTemplate()] },
    [`${OF}/phone`]: { body: { phone: '+6281234567890' } },
    [`${OF}/resend`]: { body: { sent: 2 } },
    [`${OF}/contacted`]: { body: { contacted: 2 } },
    ...answers,
  });
  const page = renderPage(
    <>
      <MessagesPage />
      <Where />
    </>,
    { path: `/admin/messages${address}`, user: aUser({ role }) },
  );
  return { api, ...page };
}
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body);

test('when cs opens the messages, then the families to be called come first, a row each, with what they missed and why', async () => {
  show();
  const siti = await rowOf('Siti Aminah');
  for (const text of ['0812-••••-•890', 'Hasil diumumkan', 'Biaya terverifikasi', '20 Nov 2026, 11.01'])
    expect(siti.getByText(text)).toBeTruthy();
  // In its column, and where the list is narrow under what was missed.
  expect(siti.getAllByText(/tidak terdaftar di WhatsApp/u).map(({ tagName }) => tagName)).toEqual([
    'SMALL',
    'SPAN',
  ]);
  const rahma = await rowOf('Rahma');
  expect(rahma.getByText('Belum ada nomor')).toBeTruthy();
  expect(rahma.getAllByText(/sampaikan lewat telepon/u)).toHaveLength(2);
  expect(rahma.getByText('Terakhir dihubungi 19 Nov 2026 oleh Dewi “Tidak diangkat”')).toBeTruthy();
  expect(rahma.getByText('Tidak dapat dikirim ulang: sampaikan lewat telepon.')).toBeTruthy();
  expect(rahma.queryByRole('button', { name: /^(?:Telepon|Kirim ulang)/u })).toBeNull();
  expect(screen.getByText('2 keluarga')).toBeTruthy();
});

test('when the number is wanted, then it is asked for by a call of its own and becomes a link that calls', async () => {
  const { api, type } = show();
  const siti = await rowOf('Siti Aminah');
  await type.click(siti.getByRole('button', { name: 'Telepon Siti Aminah: tampilkan nomornya' }));
  const link = await siti.findByRole('link', { name: 'Telepon 0812-3456-7890, Siti Aminah' });
  expect(link.getAttribute('href')).toBe('tel:+6281234567890');
  await waitFor(() => expect(document.activeElement).toBe(link));
  expect(api.asked.filter(({ path }) => path.endsWith('/phone'))).toHaveLength(1);
});

test('when messages are sent again, then that is asked first and sent once with a key', async () => {
  const { api, type } = show();
  await type.click(
    (await rowOf('Siti Aminah')).getByRole('button', { name: 'Kirim ulang pesan untuk Siti Aminah' }),
  );
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/^2 pesan dikirim sekali lagi kepada Siti Aminah/u)).toBeTruthy();
  await type.click(question.getByRole('button', { name: 'Kirim ulang' }));
  await findToast(
    'Pesan dikirim ulang',
    '2 pesan berangkat. Bila gagal lagi, keluarga ini kembali ke daftar.',
  );
  const [sent] = api.asked.filter(({ path }) => path.endsWith('/resend'));
  expect(sent?.headers['idempotency-key']).toMatch(/^[\w-]{36}$/u);
  await waitFor(() => expect(api.asked.filter(({ path }) => path === BASE).length).toBeGreaterThan(1));
});

test('when a family was called, then a note may stand beside, and what failed later is left to the server by the moment', async () => {
  const { api, type } = show();
  await type.click(
    (await rowOf('Siti Aminah')).getByRole('button', { name: 'Sudah dihubungi: Siti Aminah' }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  await type.type(dialog.getByRole('textbox'), 'Ibu akan membuka portal');
  await type.click(dialog.getByRole('button', { name: 'Sudah dihubungi' }));
  await findToast('Tercatat', 'Keluarga ini sudah dihubungi.');
  expect(api.bodies(`${OF}/contacted`)).toEqual([
    { until: '2026-11-21T04:01:00.000Z', note: 'Ibu akan membuka portal' },
  ]);
});

test('when another user was faster, then the sentence says so and the list is read anew', async () => {
  const text = 'Tidak ada lagi pesan gagal yang perlu disampaikan kepada keluarga ini.';
  const { api, type } = show('cs', { [`${OF}/contacted`]: refused(409, text, { code: 'nothing_missed' }) });
  await type.click(
    (await rowOf('Siti Aminah')).getByRole('button', { name: 'Sudah dihubungi: Siti Aminah' }),
  );
  await type.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sudah dihubungi' }),
  );
  await findToast('Belum tercatat', text);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(api.asked.filter(({ path }) => path === BASE).length).toBeGreaterThan(1));
});

test('when it looks, then it begins with all messages, and among the families it neither calls nor notes', async () => {
  const { type } = show('it');
  expect(await screen.findByText('1 pesan')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Perlu dihubungi' }));
  const siti = await rowOf('Siti Aminah');
  expect(screen.getByTestId('where').textContent).toBe('?view=missed');
  expect(siti.queryByRole('button', { name: /^(?:Telepon|Sudah dihubungi)/u })).toBeNull();
  expect(siti.getByRole('button', { name: /^Kirim ulang/u })).toBeTruthy();
});

test('when a link names one family, then cs sees its messages alone', async () => {
  const { api } = show('cs', {}, `?recipient=${messageId(90)}`);
  await screen.findByText('1 pesan');
  expect(screen.getByText(/satu keluarga/u)).toBeTruthy();
  const [list] = api.asked.filter(({ path }) => path === '/api/admin/notifications');
  expect(list?.query.get('recipient')).toBe(messageId(90));
});

test('when no family is to be called, or the list cannot be read, then that is said', async () => {
  const { api, type } = show('cs', { [LIST]: refused(503, 'Layanan sibuk') });
  expect(await screen.findByText(/Keluarga tidak dapat dimuat/u)).toBeTruthy();
  api.answer(LIST, { body: [], headers: { 'x-total-count': '0' } });
  await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
  expect(await screen.findByText('Tidak ada keluarga yang perlu dihubungi.')).toBeTruthy();
});
