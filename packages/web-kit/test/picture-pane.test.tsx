import '../src/testing/dom-globals.ts';
import { render, screen, waitFor } from '@testing-library/react';
import { visitor } from '@gerbang/ui/testing/visitor';
import { PicturePane } from '../src/desk/picture-pane.tsx';

const words = { zoomIn: 'Perbesar', zoomOut: 'Perkecil', rotate: 'Putar', open: 'Buka' };

function open() {
  render(
    <>
      <button type="button">di belakang</button>
      <PicturePane shown={{ url: '/a.png', text: null, name: 'Bukti' }} keys words={words} />
      <div data-undo>
        <button type="button">Urungkan</button>
      </div>
    </>,
  );
  const behind = screen.getByRole('button', { name: 'di belakang' });
  behind.focus();
  return { behind, type: visitor() };
}
const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

test('when a picture fills the window, then it is a dialog that holds the focus, with what can be taken back', async () => {
  const { behind, type } = open();
  await type.keyboard('f');
  expect(screen.getByRole('dialog', { name: 'Bukti' }).getAttribute('aria-modal')).toBe('true');
  await waitFor(() => expect(focused()).toBe('Bukti'));
  const seen = [];
  for (let press = 0; press < 8; press += 1) {
    await type.tab();
    seen.push(focused());
  }
  expect(seen).toEqual([
    'Perkecil',
    'Perbesar',
    'Putar',
    'Buka',
    'Kecilkan kembali',
    'Urungkan',
    'Bukti',
    'Perkecil',
  ]);
  await type.tab({ shift: true });
  await type.tab({ shift: true });
  expect(focused()).toBe('Urungkan');
  await type.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(behind));
});

test('when it is closed by its button, then the focus stays on it', async () => {
  const { type } = open();
  await type.click(screen.getByRole('button', { name: 'Buka penuh' }));
  await type.click(screen.getByRole('button', { name: 'Kecilkan kembali' }));
  await waitFor(() => expect(focused()).toBe('Buka penuh'));
});
