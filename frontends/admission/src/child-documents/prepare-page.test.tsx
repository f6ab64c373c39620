import '@gerbang/web-kit/testing/dom-globals';
import { preparePage, shrunkPage } from './prepare-page.ts';

const inWorker = jest.fn();
const inWindow = jest.fn();
jest.mock('./shrink-in-worker.ts', () => ({
  shrinkInWorker: (...args: unknown[]) => inWorker(...args) as unknown,
}));
jest.mock('./shrink-in-window.ts', () => ({
  shrinkInWindow: (...args: unknown[]) => inWindow(...args) as unknown,
}));

const SHRUNK = { blob: new Blob(['kecil'], { type: 'image/jpeg' }), warnings: ['dark'] } as const;
const HEIC = 'Format HEIC belum didukung. Ubah ke JPEG di pengaturan kamera.';

beforeEach(() => {
  inWorker.mockReset().mockResolvedValue(SHRUNK);
  inWindow.mockReset().mockRejectedValue(new Error('Not a picture'));
});

function file(begin: string, size = begin.length): Blob {
  const bytes = new Uint8Array(size);
  bytes.set(Uint8Array.from(begin, (sign) => sign.charCodeAt(0)));
  return new Blob([bytes]);
}

const JPEG = file('\u00FF\u00D8\u00FF\u00E0');
const PDF = file('%PDF-1.7');

test('when a picture is chosen, then it is made small beside the page, with its warnings', async () => {
  expect(await preparePage(JPEG, true)).toEqual({ kind: 'picture', ...SHRUNK });
  expect(inWorker).toHaveBeenCalledWith(JPEG, 0);
  expect(inWindow).not.toHaveBeenCalled();
});

test('when no worker can draw, then the page does', async () => {
  inWorker.mockResolvedValue(null);
  inWindow.mockResolvedValue(SHRUNK);
  expect(await shrunkPage(JPEG, 3)).toEqual({ kind: 'picture', ...SHRUNK });
  expect(inWindow).toHaveBeenCalledWith(JPEG, 3);
});

test('when a PDF is chosen, then it stays as it is, up to its limit and where the document takes one', async () => {
  for (const pdf of [PDF, file('\u00EF\u00BB\u00BF%PDF-1.7'), file('\r\n%PDF-1.7')]) {
    const { blob, ...page } = await preparePage(pdf, true);
    expect([page, blob.size, blob.type]).toEqual([
      { kind: 'pdf', warnings: [] },
      pdf.size,
      'application/pdf',
    ]);
  }
  await expect(preparePage(PDF, false)).rejects.toThrow('Dokumen ini harus berupa foto.');
  const large = file('%PDF-1.7', 5 * 1024 * 1024 + 1);
  await expect(preparePage(large, true)).rejects.toThrow(/^PDF terlalu besar, paling besar 5 MB\./u);
  expect(inWorker).not.toHaveBeenCalled();
});

test.each(['heic', 'heix', 'hevc', 'mif1', 'msf1'])(
  'when a telephone hands over %s that this browser cannot read, then it is said how to change it',
  async (brand) => {
    inWorker.mockResolvedValue(null);
    const heic = file(`\0\0\0\u0018ftyp${brand}`);
    await expect(preparePage(heic, true)).rejects.toThrow(HEIC);
    inWindow.mockResolvedValue(SHRUNK);
    expect(await preparePage(heic, true)).toEqual({ kind: 'picture', ...SHRUNK });
  },
);

test.each([
  ['a text', file('Halo dunia'), 'Berkas ini bukan foto atau PDF yang dapat dibaca.'],
  ['an empty file', file(''), 'Berkas ini kosong.'],
  [
    'a file that is gone',
    { size: 9, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) } as unknown as Blob,
    'Berkas tidak dapat dibaca. Pilih sekali lagi.',
  ],
])('when %s is chosen, then it is said why it is no page', async (_what, chosen, text) => {
  inWorker.mockResolvedValue(null);
  await expect(preparePage(chosen, true)).rejects.toThrow(text);
});
