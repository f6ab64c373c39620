import { TextDecoder, TextEncoder } from 'node:util';
import { render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { visitor } from '../src/testing/visitor.tsx';
import { AlertDialog } from '../src/alert-dialog.tsx';
import { Dialog } from '../src/dialog.tsx';
import { Drawer } from '../src/drawer.tsx';
import { Menu } from '../src/menu.tsx';

Object.assign(globalThis, { TextDecoder, TextEncoder, CSS: { escape: (text: string) => text } });

function names(): string[] {
  return [...document.querySelectorAll('[aria-label]')].map(
    (element) => element.getAttribute('aria-label') ?? '',
  );
}

test('when React Aria asks for a group of words, then each of its groups is there', () => {
  // The package types this file as a default export and ships it as CommonJS.
  const groups = jest.requireActual<Record<string, unknown>>('react-aria-components/i18n/en-US');
  const ours = (globalThis as unknown as Record<symbol, Record<string, unknown>>)[
    Symbol.for('react-aria.i18n.strings')
  ];
  expect(Object.keys(ours ?? {})).toEqual(expect.arrayContaining(Object.keys(groups)));
});

test('when a dialog is open, then it has its name, Indonesian words only, and Esc closes it', async () => {
  const closed = jest.fn();
  render(
    <Dialog title="Tambah pengguna" onClose={closed}>
      isi
    </Dialog>,
  );
  expect(screen.getByRole('dialog', { name: 'Tambah pengguna' })).toBeTruthy();
  expect(names().join(' ')).not.toMatch(/close|dismiss/iu);
  await visitor().keyboard('{Escape}');
  expect(closed).toHaveBeenCalledTimes(1);
});

test('when a question is asked, then the focus is on Batal and the verb carries it out', async () => {
  const confirmed = jest.fn();
  const cancelled = jest.fn();
  render(
    <AlertDialog title="Hapus pengguna" confirmLabel="Hapus" onConfirm={confirmed} onCancel={cancelled}>
      Apakah Anda yakin ingin menghapus pengguna ini?
    </AlertDialog>,
  );
  expect(screen.getByRole('alertdialog', { name: 'Hapus pengguna' })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Batal' })));
  await visitor().click(screen.getByRole('button', { name: 'Hapus' }));
  expect(confirmed).toHaveBeenCalledTimes(1);
  expect(cancelled).not.toHaveBeenCalled();
});

test('when a question takes away the row that it came from, then the focus is in the page and not nowhere', async () => {
  function Page() {
    const [rows, setRows] = useState(1);
    const [asked, setAsked] = useState(false);
    return (
      <main tabIndex={-1}>
        {rows > 0 ? (
          <button type="button" onClick={() => setAsked(true)}>
            Hapus baris
          </button>
        ) : null}
        {asked ? (
          <AlertDialog
            title="Hapus"
            confirmLabel="Hapus"
            onConfirm={() => {
              setRows(0);
              setAsked(false);
            }}
            onCancel={() => setAsked(false)}
          >
            isi
          </AlertDialog>
        ) : null}
      </main>
    );
  }
  render(<Page />);
  const type = visitor();
  const opener = screen.getByRole('button', { name: 'Hapus baris' });
  await type.click(opener);
  await type.click(screen.getByRole('button', { name: 'Batal' }));
  await waitFor(() => expect(document.activeElement).toBe(opener));
  await type.click(opener);
  await type.click(screen.getByRole('button', { name: 'Hapus' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});

test('when a question in a dialog takes away what it came from, then the focus is in the dialog, and Escape closes that', async () => {
  const closed = jest.fn();
  function Page() {
    const [step, setStep] = useState<'begin' | 'ask' | 'done'>('begin');
    return (
      <main tabIndex={-1}>
        <Dialog title="Berkas" onClose={closed}>
          {step === 'done' ? (
            <p>5 baris dibukukan.</p>
          ) : (
            <button type="button" onClick={() => setStep('ask')}>
              Bukukan
            </button>
          )}
          {step === 'ask' ? (
            <AlertDialog
              title="Bukukan"
              confirmLabel="Ya"
              onConfirm={() => setStep('done')}
              onCancel={() => setStep('begin')}
            >
              isi
            </AlertDialog>
          ) : null}
        </Dialog>
      </main>
    );
  }
  render(<Page />);
  const type = visitor();
  await type.click(screen.getByRole('button', { name: 'Bukukan' }));
  await type.click(screen.getByRole('button', { name: 'Ya' }));
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await type.keyboard('{Escape}');
  expect(closed).toHaveBeenCalled();
});

test('when the drawer is open, then the cross closes it', async () => {
  const closed = jest.fn();
  render(
    <Drawer label="Navigasi utama" isOpen onClose={closed}>
      isi
    </Drawer>,
  );
  await visitor().click(screen.getByTitle('Tutup'));
  expect(closed).toHaveBeenCalledTimes(1);
});

test('when a menu opens, then its entries act and its switch marks the choice', async () => {
  const acted = jest.fn();
  const chosen = jest.fn();
  render(
    <Menu
      label="Menu pengguna"
      trigger="RA"
      groups={[
        { id: 'a', entries: [{ id: 'profil', label: 'Profil', onAction: acted }] },
        {
          id: 'b',
          title: 'Tampilan',
          entries: [
            { id: 'terang', label: 'Terang' },
            { id: 'gelap', label: 'Gelap' },
          ],
          choice: { value: 'terang', onChange: chosen },
        },
      ]}
    />,
  );
  await visitor().click(screen.getByRole('button', { name: 'Menu pengguna' }));
  expect(screen.getByRole('menuitemradio', { name: 'Terang' }).getAttribute('aria-checked')).toBe('true');
  await visitor().click(screen.getByRole('menuitemradio', { name: 'Gelap' }));
  expect(chosen).toHaveBeenCalledWith('gelap');
  await visitor().click(screen.getByRole('button', { name: 'Menu pengguna' }));
  await visitor().click(screen.getByRole('menuitem', { name: 'Profil' }));
  expect(acted).toHaveBeenCalledTimes(1);
});
