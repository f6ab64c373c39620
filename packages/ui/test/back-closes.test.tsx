import { TextDecoder, TextEncoder } from 'node:util';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { visitor } from '../src/testing/visitor.tsx';
import { useLayoutEffect, useState } from 'react';
import { AlertDialog } from '../src/alert-dialog.tsx';
import { Dialog } from '../src/dialog.tsx';

Object.assign(globalThis, { TextDecoder, TextEncoder, CSS: { escape: (text: string) => text } });

const overlays = () => (window.history.state as { overlays?: number } | null)?.overlays ?? 0;
const settled = (depth: number) => waitFor(() => expect(overlays()).toBe(depth));
const back = () => act(() => window.history.back());
const openSheet = () => screen.queryByRole('dialog');

function Sheets({ onReplace }: { onReplace?: () => void }) {
  const [open, setOpen] = useState(false);
  const [asks, setAsks] = useState(false);
  const [typed, setTyped] = useState('');
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        buka
      </button>
      {open ? (
        <Dialog
          title="Isian"
          onClose={() => {
            setOpen(false);
            onReplace?.();
          }}
        >
          <form data-unsaved={typed === '' ? undefined : 'proof'}>
            <input aria-label="nama" value={typed} onChange={({ target }) => setTyped(target.value)} />
          </form>
          <button type="button" onClick={() => setAsks(true)}>
            hapus
          </button>
          {asks ? (
            <AlertDialog
              title="Hapus?"
              confirmLabel="Ya"
              onConfirm={() => setAsks(false)}
              onCancel={() => setAsks(false)}
            >
              isi
            </AlertDialog>
          ) : null}
        </Dialog>
      ) : null}
    </>
  );
}

async function openOne(props: Parameters<typeof Sheets>[0] = {}) {
  render(<Sheets {...props} />);
  await visitor().click(screen.getByRole('button', { name: 'buka' }));
  await settled(1);
}

test('when Back is pressed in a sheet, then the sheet closes and the page stays', async () => {
  const address = window.location.href;
  await openOne();
  back();
  await waitFor(() => expect(openSheet()).toBeNull());
  await settled(0);
  expect(window.location.href).toBe(address);
});

test('when time passes just as a sheet leaves the page, then its entry is not made again', async () => {
  let left = () => {};
  function Page() {
    const [open, setOpen] = useState(false);
    useLayoutEffect(() => (open ? undefined : left()), [open]);
    return open ? (
      <Dialog title="Isian" onClose={() => setOpen(false)}>
        isi
      </Dialog>
    ) : (
      <button type="button" onClick={() => setOpen(true)}>
        buka
      </button>
    );
  }
  render(<Page />);
  await visitor().click(screen.getByRole('button', { name: 'buka' }));
  await settled(1);
  const push = jest.spyOn(window.history, 'pushState');
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  left = jest.fn(() => jest.runOnlyPendingTimers());
  act(() => {
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  const made = push.mock.calls.length;
  push.mockRestore();
  jest.useRealTimers();
  expect(openSheet()).toBeNull();
  expect(left).toHaveBeenCalled();
  expect(made).toBe(0);
});

test('when a sheet is closed by its cross, then its entry leaves the history', async () => {
  await openOne();
  await visitor().click(screen.getByTitle('Tutup'));
  expect(openSheet()).toBeNull();
  await settled(0);
});

test('when a question stands above a sheet, then Back closes one after the other', async () => {
  await openOne();
  await visitor().click(screen.getByRole('button', { name: 'hapus' }));
  await settled(2);
  back();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(openSheet()).toBeTruthy();
  await settled(1);
  back();
  await waitFor(() => expect(openSheet()).toBeNull());
  await settled(0);
});

test('when something is typed, then Back asks first and what was typed stays', async () => {
  await openOne();
  await visitor().type(screen.getByLabelText('nama'), 'Umar');
  back();
  const question = await screen.findByRole('alertdialog', { name: 'Tinggalkan isian ini?' });
  expect(question.textContent).toContain('Bukti yang sudah diunggah tetap kami simpan di perangkat ini.');
  await settled(2);
  await visitor().click(screen.getByRole('button', { name: 'Lanjut mengisi' }));
  await settled(1);
  expect(screen.getByLabelText<HTMLInputElement>('nama').value).toBe('Umar');
  back();
  await visitor().click(await screen.findByRole('button', { name: 'Tinggalkan' }));
  await waitFor(() => expect(openSheet()).toBeNull());
  await settled(0);
});

test('when closing changes the address, then the new address stays and the old one is not left below', async () => {
  window.history.replaceState({ idx: 4 }, '', '/?bayar=1');
  // As the router replaces an entry: its own state only.
  await openOne({ onReplace: () => window.history.replaceState({ idx: 4 }, '', '/') });
  await visitor().click(screen.getByTitle('Tutup'));
  await waitFor(() => expect(window.history.state).toEqual({ idx: 4, overlays: 0 }));
  expect(window.location.search).toBe('');
});

test('when a page was opened out of a sheet, then the way back leads past the entry of the sheet', async () => {
  window.history.replaceState({ idx: 6 }, '', '/satu');
  await openOne();
  fireEvent.click(screen.getByTitle('Tutup'));
  // In the same task as the closing, as a link in the navigation does.
  window.history.pushState({ idx: 7 }, '', '/dua');
  await waitFor(() => expect(window.location.pathname).toBe('/dua'));
  back();
  await waitFor(() => expect(window.history.state).toEqual({ idx: 6, overlays: 0 }));
  expect(window.location.pathname).toBe('/satu');
});

test('when a page is opened just as the entry of a sheet is left, then that page stays and Back leads from it', async () => {
  window.history.replaceState({ idx: 8 }, '', '/tiga');
  await openOne();
  const go = jest.spyOn(window.history, 'go').mockImplementationOnce((delta) => {
    go.mockRestore();
    window.history.go(delta);
    // This browser drops the step back here.
    window.history.pushState({ idx: 9 }, '', '/empat');
  });
  fireEvent.click(screen.getByTitle('Tutup'));
  await waitFor(() => expect(window.location.pathname).toBe('/empat'));
  back();
  await waitFor(() => expect(window.history.state).toEqual({ idx: 8, overlays: 0 }));
  expect(window.location.pathname).toBe('/tiga');
});
