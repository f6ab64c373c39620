import { fakeApi, later, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { useLocation } from '@gerbang/web-kit/page/router';
import { screen, waitFor, within } from '@testing-library/react';
import { aFullMessage, aMessage, aTemplate, messageId } from '../../test/messages.ts';
import { MessagesPage } from './messages-page.tsx';

const LIST = 'GET /api/admin/notifications';
const COUNTS = 'GET /api/admin/notifications/summary';
const TEMPLATES = 'GET /api/admin/message-templates';
const ONE = `GET /api/admin/notifications/${messageId(1)}`;
const RESEND = `POST /api/admin/notifications/${messageId(1)}/resend`;
const LINK = `POST /api/admin/notifications/${messageId(1)}/contact-link`;

const FAILED = aMessage();
const CODE = aMessage({
  id: messageId(2),
  kind: 'reset_code',
  code: true,
  status: 'failed',
  reason: 'expired',
  error_code: null,
  resend_refusal: 'code',
  recipient: { name: null, phone: '0813-••••-•001' },
});
const SENT = aMessage({
  id: messageId(3),
  status: 'delivered',
  reason: null,
  resend_refusal: 'arrived',
  recipient: { name: 'Budi', phone: '0813-••••-•002' },
});
const AGAIN = aMessage({
  status: 'pending',
  version: 4,
  reason: null,
  error_code: null,
  failed_at: null,
  resend_refusal: 'on_its_way',
});

function Where() {
  return <output data-testid="where">{useLocation().search}</output>;
}

function show(address = '', answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    [LIST]: { body: [FAILED, CODE, SENT], headers: { 'x-total-count': '3' } },
    [COUNTS]: { body: { total: 3, status: { pending: 0, retry: 4, sent: 0, delivered: 1, failed: 2 } } },
    [ONE]: { body: aFullMessage() },
    [TEMPLATES]: { body: [aTemplate()] },
    ...answers,
  });
  const page = renderPage(
    <>
      <MessagesPage />
      <Where />
    </>,
    { path: `/admin/messages${address}`, user: aUser({ role: 'it' }) },
  );
  const asked = (call: string) =>
    api.asked
      .filter(({ method, path }) => `${method} ${path}` === call)
      .map(({ query }) => Object.fromEntries(query));
  return { api, asked, where: () => screen.getByTestId('where').textContent, ...page };
}
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') ?? document.body;

test('when the board is open, then each row says to whom, what, how far and why not, with a masked number', async () => {
  show();
  const row = await rowOf('Siti Aminah');
  for (const text of ['0812-••••-•890', 'Biaya terverifikasi', 'Gagal', '20 Nov 2026', '11.00 WIB'])
    expect(within(row).getByText(text)).toBeTruthy();
  expect(within(row).getByText(/tidak terdaftar di WhatsApp/u)).toBeTruthy();
  expect(
    within(row).getByRole('button', { name: 'Kirim ulang: Biaya terverifikasi untuk Siti Aminah' }),
  ).toBeTruthy();
  expect(within(await rowOf('Tanpa nama')).queryByRole('button', { name: /Kirim ulang/u })).toBeNull();
  expect(within(await rowOf('Budi')).queryByRole('button', { name: /Kirim ulang/u })).toBeNull();
  expect(screen.getByText('3 pesan')).toBeTruthy();
  expect(screen.getByText(/Data pukul/u)).toBeTruthy();
});

test('when a counter is pressed and filters are chosen, then the server filters and the address keeps them, not the search', async () => {
  const { asked, where, type } = show('?from=2026-11-01');
  await type.click(await screen.findByRole('button', { name: /Gagal\s*2/u }));
  await type.selectOptions(screen.getByLabelText('Jenis pesan'), 'Biaya terverifikasi');
  await type.type(screen.getByRole('searchbox'), 'siti');
  await waitFor(() =>
    expect(asked(LIST).at(-1)).toEqual({
      status: 'failed',
      kind: 'fee_verified',
      from: '2026-11-01',
      search: 'siti',
      limit: '20',
    }),
  );
  expect(asked(COUNTS).at(-1)).toMatchObject({ status: 'failed', search: 'siti' });
  await waitFor(() => expect(where()).toBe('?from=2026-11-01&status=failed&kind=fee_verified'));
  await type.click(screen.getByRole('button', { name: 'Hapus saringan' }));
  // The part of the list stays; a second press on its name leaves it.
  await waitFor(() => expect(where()).toBe('?status=failed'));
  await type.click(screen.getByRole('button', { name: /Gagal\s*2/u }));
  await waitFor(() => expect(where()).toBe(''));
});

test('when the user reloads by hand, then list and counts are read again', async () => {
  const { asked, type } = show();
  await screen.findByText('Siti Aminah');
  await type.click(screen.getByRole('button', { name: 'Muat ulang' }));
  await waitFor(() => expect([asked(LIST).length, asked(COUNTS).length]).toEqual([2, 2]));
});

test('when the list is still being read, then the button that reads it does not begin anew', async () => {
  const { api, asked, type } = show();
  await screen.findByText('Siti Aminah');
  const slow = later();
  api.answer(LIST, slow.answer);
  for (let press = 0; press < 3; press += 1)
    await type.click(screen.getByRole('button', { name: 'Muat ulang' }));
  slow.release({ body: [], headers: { 'x-total-count': '0' } });
  await waitFor(() => expect(screen.queryByText('Siti Aminah')).toBeNull());
  expect(asked(LIST)).toHaveLength(2);
});

test('when a message is opened, then text, cause and remedy stand there, and the address leads to it', async () => {
  const { where, type, asked } = show();
  await type.click(within(await rowOf('Siti Aminah')).getByText('Biaya terverifikasi'));
  const dialog = await screen.findByRole('dialog');
  expect(
    await within(dialog).findByText('Pembayaran biaya pendaftaran Umar sudah kami verifikasi.'),
  ).toBeTruthy();
  expect(within(dialog).getByText(/Pastikan nomornya benar/u)).toBeTruthy();
  expect(within(dialog).getByText(/tercatat di jejak audit/u, { selector: 'figure small' })).toBeTruthy();
  await waitFor(() => expect(where()).toBe(`?id=${messageId(1)}`));
  await type.click(within(dialog).getAllByRole('button', { name: 'Tutup' }).at(-1) ?? dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked(ONE)).toHaveLength(1);
});

test('when a failed message is sent again, then that is asked first, sent once with version and key, and told', async () => {
  const answer = later();
  const { api, type, asked } = show(`?id=${messageId(1)}`, { [RESEND]: answer.answer });
  const dialog = await screen.findByRole('dialog');
  await type.click(await within(dialog).findByRole('button', { name: 'Kirim ulang' }));
  const question = await screen.findByRole('alertdialog');
  expect(within(question).getByText(/Siti Aminah/u)).toBeTruthy();
  await type.click(within(question).getByRole('button', { name: 'Kirim ulang' }));
  await type.click(await within(question).findByRole('button', { name: 'Mengirim...' }));
  answer.release({ body: AGAIN });
  await findToast('Berhasil', 'Pesan dikirim ulang');
  const sent = api.asked.filter(({ method }) => method === 'POST');
  expect(sent).toHaveLength(1);
  expect(sent[0]?.headers).toMatchObject({
    'if-match': '"3"',
    'idempotency-key': expect.stringMatching(/^[\w-]{36}$/u),
  });
  // The open message moves on without its text being read a second time.
  expect(await within(dialog).findByText('Menunggu dikirim')).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: 'Kirim ulang' })).toBeNull();
  expect(asked(ONE)).toHaveLength(1);
  await waitFor(() => expect(asked(LIST)).toHaveLength(2));
});

test('when another user was faster, then the page says who and when, and shows the message as it is now', async () => {
  const stale = {
    changed_by: { name: 'Dewi', role: 'cs' },
    changed_at: '2026-11-21T03:42:00.000Z',
    present: AGAIN,
  };
  const conflict = refused(409, 'Data ini sudah diubah.', { code: 'stale' });
  const { type } = show(`?id=${messageId(1)}`, {
    [RESEND]: { ...conflict, body: { ...(conflict.body as object), stale } },
  });
  const dialog = await screen.findByRole('dialog');
  await type.click(await within(dialog).findByRole('button', { name: 'Kirim ulang' }));
  await type.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Kirim ulang' }),
  );
  await findToast(
    'Pesan tidak dikirim ulang',
    'Pesan ini sudah dikirim ulang oleh Dewi (CS) pada 21 November 2026, 10.42 WIB.',
  );
  expect(await within(dialog).findByText('Menunggu dikirim')).toBeTruthy();
});

test('when it is refused because it is on its way, then the server’s sentence is shown and the list read anew', async () => {
  const text = 'Pesan ini sedang dalam pengiriman, jadi tidak perlu dikirim ulang.';
  const { type, asked } = show('', { [RESEND]: refused(409, text, { code: 'on_its_way' }) });
  await type.click(within(await rowOf('Siti Aminah')).getByRole('button', { name: /Kirim ulang/u }));
  await type.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Kirim ulang' }),
  );
  await findToast('Pesan tidak dikirim ulang', text);
  await waitFor(() => expect(asked(LIST)).toHaveLength(2));
});

test('when the recipient is to be written to by hand, then the link comes by a step of its own and opens elsewhere', async () => {
  const { api, type } = show(`?id=${messageId(1)}`, {
    [LINK]: { body: { url: 'https://wa.me/6281234567890' } },
  });
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('Siti Aminah');
  expect(document.body.innerHTML).not.toContain('6281234567890');
  await type.click(within(dialog).getByRole('button', { name: 'Hubungi lewat WhatsApp' }));
  const link = await within(dialog).findByRole('link', { name: /Buka obrolan WhatsApp \(tab baru\)/u });
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://wa.me/6281234567890',
    '_blank',
    'noopener noreferrer',
  ]);
  await waitFor(() => expect(document.activeElement).toBe(link));
  expect(api.asked.filter(({ path }) => path.endsWith('contact-link'))).toHaveLength(1);
});

test('when a message with a code is opened, then neither code nor resend is there, and a new code is the way', async () => {
  const id = messageId(2);
  const text = '•••••• adalah kode verifikasi Anda.';
  show(`?id=${id}`, { [`GET /api/admin/notifications/${id}`]: { body: { ...aFullMessage(CODE), text } } });
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(text)).toBeTruthy();
  expect(within(dialog).getAllByText(/meminta kode baru/u).length).toBeGreaterThan(0);
  expect(within(dialog).queryByRole('button', { name: 'Kirim ulang' })).toBeNull();
});

test('when nothing is there, nothing fits, or nothing can be read, then that is said', async () => {
  const { api, type } = show('', { [LIST]: refused(503, 'Layanan sibuk.') });
  await screen.findByText(/tidak dapat dimuat/u);
  api.answer(LIST, { body: [], headers: { 'x-total-count': '0' } });
  await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
  expect(await screen.findByText('Belum ada pesan.')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: /Dicoba lagi/u }));
  expect(await screen.findByText('Tidak ada pesan dengan saringan ini.')).toBeTruthy();
  await type.type(screen.getByRole('searchbox'), 'zzz');
  expect(await screen.findByText('Tidak ada hasil yang sesuai dengan pencarian.')).toBeTruthy();
});

test('when the address names a message that is not there, then it says so', async () => {
  const id = messageId(9);
  show(`?id=${id}`, { [`GET /api/admin/notifications/${id}`]: refused(404, 'Pesan tidak ditemukan.') });
  expect(await within(await screen.findByRole('dialog')).findByText('Pesan tidak ditemukan.')).toBeTruthy();
});

test('when Meta holds a template or makes it marketing, then the board says which, and how many messages wait', async () => {
  show('', {
    [TEMPLATES]: {
      body: [
        aTemplate({ kind: 'result_published', status: 'PAUSED', held: true, waiting: 240 }),
        aTemplate({ kind: 'invoice_due', status: 'REJECTED', reason: 'PROMOTIONAL', waiting: 2 }),
        aTemplate({ kind: 'fee_verified', category: 'MARKETING' }),
      ],
    },
  });
  expect(await screen.findByText('Meta tidak mengizinkan 2 template pesan')).toBeTruthy();
  expect(screen.getByText('Hasil diumumkan, Pengingat tagihan.')).toBeTruthy();
  expect(screen.getByText(/^242 pesan menunggu/u)).toBeTruthy();
  expect(screen.getByText('Meta menjadikan 1 template sebagai pemasaran')).toBeTruthy();
});

test('when the templates are opened, then each has its state, a refusal its reason, and nothing told is said so', async () => {
  const { type } = show('', {
    [TEMPLATES]: {
      body: [
        aTemplate(),
        aTemplate({
          kind: 'invoice_due',
          name: 'tagihan_jatuh_tempo_v2',
          status: 'REJECTED',
          reason: 'SCAM',
        }),
        aTemplate({ kind: 'fee_verified', status: null, category: null, quality: null, told_at: null }),
      ],
    },
  });
  await type.click(await screen.findByRole('button', { name: 'Template WhatsApp' }));
  const dialog = await screen.findByRole('dialog', { name: 'Template WhatsApp' });
  const rows = within(dialog).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Pengingat tagihan.*tagihan_jatuh_tempo_v2.*Ditolak.*Isinya dianggap penipuan/u),
    expect.stringMatching(/^Hasil diumumkan.*Disetujui.*Utilitas.*Tinggi/u),
    expect.stringMatching(/^Biaya terverifikasi.*Belum diketahui/u),
  ]);
});

test('when the templates cannot be read, then the list stands, and the dialog tries again', async () => {
  const { api, type } = show('', { [TEMPLATES]: refused(503, 'Layanan sibuk') });
  await rowOf('Siti Aminah');
  await type.click(screen.getByRole('button', { name: 'Template WhatsApp' }));
  const dialog = await screen.findByRole('dialog', { name: 'Template WhatsApp' });
  await within(dialog).findByText(/tidak dapat dimuat/u);
  api.answer(TEMPLATES, { body: [aTemplate()] });
  await type.click(within(dialog).getByRole('button', { name: 'Coba lagi' }));
  expect(await within(dialog).findByText('Disetujui')).toBeTruthy();
});
