import { render, screen } from '@testing-library/react';
import { FormSection } from '../src/form-section.tsx';
import { SaveBar } from '../src/save-bar.tsx';

test('when a form has a save bar, then the page scrolls what has the focus clear of it, and no longer afterwards', () => {
  const { unmount } = render(
    <FormSection title="Ayah" state="2 isian belum diisi">
      <SaveBar note="Draf tersimpan">
        <button type="submit">Simpan</button>
      </SaveBar>
    </FormSection>,
  );
  expect(screen.getByRole('group', { name: 'Ayah' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Draf tersimpan');
  expect(document.documentElement.style.scrollPaddingBlockEnd).toBe('16px');
  unmount();
  expect(document.documentElement.style.scrollPaddingBlockEnd).toBe('');
});
