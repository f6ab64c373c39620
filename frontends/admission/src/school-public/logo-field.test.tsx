import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { sampleFile } from '@gerbang/web-kit/testing/sample-file';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { LogoField } from './logo-field.tsx';

const UPLOAD = 'POST /api/upload/school-logo';
const ID = '0190f2f0-0000-7000-8000-000000000001';

function Form({ first = null, onChange }: { first?: string | null; onChange: (id: string | null) => void }) {
  const [fileId, setFileId] = useState<string | null>(first);
  return (
    <LogoField
      fileId={fileId}
      onChange={(id) => {
        setFileId(id);
        onChange(id);
      }}
    />
  );
}

function show(first?: string) {
  const changes: (string | null)[] = [];
  const page = renderPage(<Form first={first ?? null} onChange={(id) => changes.push(id)} />, {
    path: '/admin/setup',
    user: aUser({ role: 'admin' }),
  });
  // A program may hand over any file, whatever the picker shows.
  const pick = (file: File) =>
    fireEvent.change(screen.getByLabelText('Pilih logo', { selector: 'input' }), {
      target: { files: [file] },
    });
  return { ...page, changes, pick };
}
const png = (size = 12, name = 'logo.png', type = 'image/png') => sampleFile(name, { size, type });

beforeAll(() => {
  URL.createObjectURL = () => 'blob:logo';
  URL.revokeObjectURL = () => undefined;
});

test('when a picture is picked, then it is sent, shown, and its id given to the form', async () => {
  const api = fakeApi({
    [UPLOAD]: { status: 201, body: { file_id: ID, fileUrl: `/api/school/logo/${ID}` } },
  });
  const { pick, changes } = show();
  expect(screen.getByText('Belum ada logo.')).toBeTruthy();
  pick(png());
  await waitFor(() => expect(changes).toEqual([ID]));
  expect(api.bodies(UPLOAD)).toEqual([
    { fileData: 'iVBORw0KGgoAAAAA', fileName: 'logo.png', contentType: 'image/png' },
  ]);
  expect(screen.getByRole('img').getAttribute('src')).toBe('blob:logo');
});

test.each([
  ['an SVG', png(12, 'logo.svg', 'image/svg+xml'), /PNG atau JPEG/u],
  ['a large picture', png(1_048_577), /maksimal 1MB/u],
])('when %s is picked, then it is refused here', async (_case, file, message) => {
  const api = fakeApi({});
  const { pick, changes } = show();
  pick(file);
  expect(await screen.findByText(message, { selector: '[role=alert]' })).toBeTruthy();
  expect([changes, api.asked]).toEqual([[], []]);
});

test('when the server refuses it, then its reason is shown; a logo can be taken away', async () => {
  fakeApi({
    [UPLOAD]: refused(
      422,
      'File gambar rusak atau tidak dapat dibaca. Foto ulang atau simpan ulang sebagai JPG, lalu unggah lagi.',
    ),
  });
  const { pick, changes, type } = show(ID);
  expect(screen.getByRole('img').getAttribute('src')).toBe(`/api/school/logo/${ID}`);
  pick(png());
  expect(await screen.findByText(/rusak/u, { selector: '[role=alert]' })).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Hapus logo' }));
  expect(changes).toEqual([null]);
});
