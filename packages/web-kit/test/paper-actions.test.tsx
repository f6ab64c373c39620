import { PaperActions } from '@gerbang/web-kit/files/paper-actions.tsx';
import { findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor } from '@testing-library/react';

const ADDRESS = '/api/registrations/0190f2f0-0000-7000-8000-000000000001/fee-receipt';
const CHECK = 'https://daftar.contoh.sch.id/cek/70W3GE1R70W3GE1R70W3GE1R70';

function answerWith(status: number, headers: Record<string, string> = {}) {
  const pdf = new TextEncoder().encode('%PDF-1.7');
  const parts = [{ done: false, value: pdf }, { done: true }];
  Object.assign(globalThis, {
    fetch: async () => ({
      ok: status < 400,
      status,
      statusText: '',
      headers: new Headers({ 'content-type': 'application/pdf', ...headers }),
      body: { getReader: () => ({ read: async () => parts.shift() }) },
      text: async () => JSON.stringify({ message: 'Kuitansi ini sudah dicabut.' }),
    }),
  });
}

const phone = (abilities: Partial<Navigator>) => Object.assign(navigator, abilities);
const open = () =>
  renderPage(<PaperActions address={ADDRESS} label="Unduh kuitansi" />, { path: '/registrations' });

afterEach(() => phone({ share: undefined, canShare: undefined } as unknown as Partial<Navigator>));

test('when the phone can share files, then its sheet gets the paper and nothing else', async () => {
  answerWith(200, { 'content-disposition': 'inline; filename="KP-2026-000001.pdf"' });
  const shared: ShareData[] = [];
  phone({ canShare: () => true, share: async (data) => void shared.push(data ?? {}) });
  const { type } = open();
  await type.click(screen.getByRole('button', { name: 'Bagikan: Unduh kuitansi' }));
  await waitFor(() => expect(shared).toHaveLength(1));
  expect(Object.keys(shared[0] ?? {})).toEqual(['files']);
  expect(shared[0]?.files?.[0]?.name).toBe('KP-2026-000001.pdf');
});

test('when it cannot, then WhatsApp gets the address of the page that checks the paper', async () => {
  answerWith(200, { link: `<${CHECK}>; rel="describedby"` });
  const opened: unknown[] = [];
  Object.assign(window, { open: (address: string) => void opened.push(address) });
  const { type } = open();
  await type.click(screen.getByRole('button', { name: 'Bagikan: Unduh kuitansi' }));
  const text = `Dokumen ini dapat diperiksa keasliannya di ${CHECK}`;
  await waitFor(() => expect(opened).toEqual([`https://wa.me/?text=${encodeURIComponent(text)}`]));
});

test('when the paper was revoked, then a toast says so and the link stays', async () => {
  answerWith(409);
  const { type } = open();
  const share = screen.getByRole('button', { name: 'Bagikan: Unduh kuitansi' });
  await type.click(share);
  await findToast('Kuitansi ini sudah dicabut.');
  expect(screen.getByRole('link', { name: 'Unduh kuitansi (tab baru)' }).getAttribute('href')).toBe(ADDRESS);
});
