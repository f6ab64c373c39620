import { screen, waitFor, within } from '@testing-library/react';
import { PAGES } from '@gerbang/contracts/pages';
import { useKeyList } from '@gerbang/web-kit/desk/shortcuts';
import { GLOSSARY, type Term } from '../src/help/glossary.ts';
import { admissionHelp } from '../src/help/admission.help.ts';
import { announcementHelp } from '../src/help/announcement.help.ts';
import { authHelp } from '../src/help/auth.help.ts';
import { billingHelp } from '../src/help/billing.help.ts';
import { helpOf } from '../src/help/help-texts.ts';
import type { PageHelp } from '../src/help/help.types.ts';
import { shellHelp } from '../src/help/shell.help.ts';
import { aUser, renderApp } from './render-app.tsx';

const KEYS = [['V', 'Verifikasi pembayaran']] as const;

jest.mock('../src/remotes/remotes.ts', () => ({
  remoteOf: () => undefined,
  loadPage: async () => ({
    routes: {
      '/tagihan': () => 'halaman tagihan',
      '/admin/invoices': function Invoices() {
        useKeyList(KEYS);
        return 'halaman kelola tagihan';
      },
    },
  }),
  forgetRoutes: () => undefined,
}));

const AREAS = {
  shell: shellHelp,
  auth: authHelp,
  admission: admissionHelp,
  announcement: announcementHelp,
  billing: billingHelp,
};
const all = Object.values(AREAS).flatMap((area): [string, PageHelp][] =>
  Object.entries(area).flatMap(([path, help]): [string, PageHelp][] =>
    'purpose' in help ? [[path, help]] : Object.values(help).map((one): [string, PageHelp] => [path, one]),
  ),
);

describe('the texts', () => {
  test('when a page is in the table, then it has its help, and no help is of another page', async () => {
    for (const page of PAGES) {
      for (const family of [true, false]) expect(await helpOf(page, family)).toBeTruthy();
    }
    for (const [area, texts] of Object.entries(AREAS)) {
      const own = PAGES.filter(({ remote = 'shell' }) => remote === area).map(({ path }) => path);
      expect(Object.keys(texts).toSorted()).toEqual(own.toSorted());
    }
  });

  test.each(all)(
    'when %s is explained, then briefly, with words of the glossary and three questions',
    (_path, help) => {
      expect(help.purpose).toMatch(/^[^.]+\.(?: [^.]+\.)?$/u);
      expect([1, 2, 3]).toContain(help.terms.length);
      expect(help.terms.filter((term) => !(term in GLOSSARY))).toEqual([]);
      expect(new Set(help.terms).size).toBe(help.terms.length);
      const questions = Object.entries(help.questions);
      expect(questions).toHaveLength(3);
      for (const [question, answer] of questions) {
        expect(question).toMatch(/(?:\?|\.)$/u);
        expect(answer).toMatch(/\.$/u);
      }
    },
  );

  test('when a word is in the glossary, then a page uses it, and one sentence explains it', () => {
    const used = new Set(all.flatMap(([, { terms }]) => terms));
    expect((Object.keys(GLOSSARY) as Term[]).filter((term) => !used.has(term))).toEqual([]);
    for (const sentence of Object.values(GLOSSARY)) expect(sentence).toMatch(/^\p{Lu}[^.]+\.$/u);
  });
});

const button = () => screen.findByRole('button', { name: 'Bantuan' });
const sheet = (page: string) => screen.findByRole('dialog', { name: `Bantuan: ${page}` });

test('when a family presses the button, then the help of its page opens; Esc closes it and gives the focus back', async () => {
  const { type } = renderApp('/tagihan', aUser());
  await type.click(await button());
  const opened = within(await sheet('Tagihan'));
  expect(opened.getByText('Tagihan anak Anda, pembayarannya, dan kuitansinya.')).toBeTruthy();
  expect(opened.getByText(GLOSSARY['Jatuh tempo'])).toBeTruthy();
  expect(opened.getByText('Bolehkah membayar sebagian?')).toBeTruthy();
  expect(opened.queryByText('Cari dari mana saja')).toBeNull();
  await type.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const opener = await button();
  // The focus goes back a frame after the sheet is gone.
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('when staff press ?, then the help has the keys of the page, and can switch them off', async () => {
  const { type } = renderApp('/admin/invoices', aUser({ role: 'finance' }));
  await screen.findByText('halaman kelola tagihan');
  await type.keyboard('?');
  const opened = within(await sheet('Kelola Tagihan'));
  expect(opened.getByText('Verifikasi pembayaran')).toBeTruthy();
  expect(opened.getByText('Buka bantuan ini')).toBeTruthy();
  expect(opened.getByText('Cari dari mana saja')).toBeTruthy();
  expect(opened.getByText('Ctrl K · /')).toBeTruthy();
  const keys = opened.getByLabelText('Pakai pintasan satu huruf');
  await type.click(keys);
  expect(localStorage.getItem('gerbang.shortcuts')).toBe('off');
  await type.click(keys);
  expect(localStorage.getItem('gerbang.shortcuts')).toBeNull();
});

test('when a dialog is open, then ? does not open the help above it', async () => {
  const { type } = renderApp('/tagihan', aUser());
  await type.click(await screen.findByRole('button', { name: 'Lainnya' }));
  await screen.findByRole('dialog', { name: 'Navigasi utama' });
  await type.keyboard('?');
  expect(screen.queryByRole('dialog', { name: /^Bantuan/u })).toBeNull();
});

test('when staff and a family read the dashboard, then each has its own help', async () => {
  const { type } = renderApp('/dashboard', aUser({ role: 'cs' }));
  await type.click(await button());
  expect(
    within(await sheet('Dashboard')).getByText('Di sini Anda melihat pekerjaan yang menunggu peran Anda.'),
  ).toBeTruthy();
});
