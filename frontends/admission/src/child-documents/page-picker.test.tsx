import { ApiError } from '@gerbang/web-kit/api/client';
import { renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { keepAddresses, photo, prepared } from '../../test/pages.ts';
import { PagePicker } from './page-picker.tsx';
import type { PagePickerProps } from './page-picker-props.ts';
import { PageProblem } from './prepare-page.ts';

const preparePage = jest.fn();
const shrunkPage = jest.fn();
const sendFile = jest.fn();
jest.mock('./prepare-page.ts', () => ({
  PageProblem: class extends Error {},
  preparePage: (...args: unknown[]) => preparePage(...args) as unknown,
  shrunkPage: (...args: unknown[]) => shrunkPage(...args) as unknown,
}));
jest.mock('@gerbang/web-kit/files/upload', () => ({
  sendFile: (...args: unknown[]) => sendFile(...args) as unknown,
}));

let uploads = 0;
beforeEach(() => {
  keepAddresses();
  uploads = 0;
  preparePage.mockReset().mockImplementation(prepared);
  shrunkPage.mockReset().mockImplementation(prepared);
  sendFile.mockReset().mockImplementation(async () => {
    uploads += 1;
    return { file_id: `file-${uploads}`, warnings: [] };
  });
});

function open(changes: Partial<PagePickerProps> = {}) {
  const props = {
    document: 'Kartu keluarga',
    max: 3,
    accepts: 'image_pdf' as const,
    withNote: true,
    send: jest.fn().mockResolvedValue({ status: 'uploaded', number: 1 }),
    onSent: jest.fn(),
    onRefused: jest.fn(),
    onUnsent: jest.fn(),
    ...changes,
  };
  return { props, ...renderPage(<PagePicker {...props} />) };
}

async function choose(type: ReturnType<typeof open>['type'], files: readonly File[]): Promise<void> {
  await type.upload(await screen.findByLabelText(/^(?:Pilih berkas|Tambah berkas): /u), [...files]);
}
const pagesShown = async (count: number) => {
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(count));
  return screen.getAllByRole('listitem');
};
const button = (name: string | RegExp) => screen.getByRole('button', { name });

test('when two photos are chosen and sent, then they go in their order, each once, with the note and a key', async () => {
  const { props, type } = open();
  await choose(type, [photo('satu.jpg'), photo('dua.jpg')]);
  await pagesShown(2);
  expect(screen.getByAltText('Halaman 1 dari 2, Kartu keluarga')).toBeTruthy();
  expect(screen.getByAltText('Halaman 2 dari 2, Kartu keluarga')).toBeTruthy();
  expect(props.onUnsent).toHaveBeenLastCalledWith(true);
  expect(sendFile).not.toHaveBeenCalled();
  await type.type(screen.getByLabelText(/^Catatan/u), ' KK baru ');
  await type.click(button('Kirim 2 halaman'));
  await waitFor(() => expect(props.onSent).toHaveBeenCalledTimes(1));
  expect(props.send).toHaveBeenCalledWith(
    { files: ['file-1', 'file-2'], note: 'KK baru' },
    expect.stringMatching(/^[0-9a-f-]{36}$/u),
  );
  expect(sendFile.mock.calls.map(([path, , { headers }]) => [path, headers])).toEqual([
    ['/api/upload/child-document', { 'x-file-name': 'halaman.jpg' }],
    ['/api/upload/child-document', { 'x-file-name': 'halaman.jpg' }],
  ]);
  expect(props.onUnsent).toHaveBeenLastCalledWith(false);
  expect(screen.getByLabelText('Ambil foto: Kartu keluarga').getAttribute('capture')).toBe('environment');
});

test('when a page is moved, turned or thrown away, then the rest is sent so, and the keyboard stays where it was', async () => {
  const { props, type } = open();
  await choose(type, [photo('satu.jpg'), photo('dua.jpg'), photo('tiga.jpg')]);
  await pagesShown(3);
  const blobs = async () =>
    Promise.all(
      sendFile.mock.calls.map(async ([, blob]) => new TextDecoder().decode(await readOf(blob as Blob))),
    );
  await type.click(button('Naikkan halaman 3'));
  expect(await screen.findByText('Sekarang halaman 2 dari 3')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(button('Naikkan halaman 2')));
  await type.keyboard('{Enter}');
  // The first page goes no further up: the focus is on what it can do.
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/halaman 1$/u));
  await type.click(button('Putar halaman 1'));
  expect(await screen.findByText('Halaman 1 diputar')).toBeTruthy();
  expect(shrunkPage).toHaveBeenCalledWith(expect.any(Blob), 1);
  await type.click(button('Buang halaman 2'));
  expect(await screen.findByText('Halaman dibuang, tersisa 2')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(button('Buang halaman 2')));
  await type.click(button('Kirim 2 halaman'));
  await waitFor(() => expect(props.onSent).toHaveBeenCalled());
  expect(await blobs()).toEqual(['', 'dua.jpg']);
});

test('when a page is turned twice before it is drawn, then it is sent turned twice, and not before', async () => {
  const drawn: ((page: Awaited<ReturnType<typeof prepared>>) => void)[] = [];
  shrunkPage.mockImplementation(() => new Promise((resolve) => drawn.push(resolve)));
  const { props, type } = open();
  await choose(type, [photo('satu.jpg')]);
  await pagesShown(1);
  await type.dblClick(button('Putar halaman 1'));
  expect(shrunkPage.mock.calls.map(([, turns]) => turns as number)).toEqual([1, 2]);
  await type.click(button('Menyiapkan...'));
  expect(sendFile).not.toHaveBeenCalled();
  // The second one is ready first.
  const [once, twice] = await Promise.all(['sekali', 'dua kali'].map((name) => prepared(photo(name))));
  await act(async () => drawn[1]?.(twice!));
  await act(async () => drawn[0]?.(once!));
  await type.click(button('Kirim 1 halaman'));
  await waitFor(() => expect(props.onSent).toHaveBeenCalled());
  const sent = await readOf(sendFile.mock.calls[0]?.[1] as Blob);
  expect(new TextDecoder().decode(sent)).toBe('dua kali');
});

test('when a page cannot be turned, then that is said and it can be sent as it is', async () => {
  shrunkPage.mockRejectedValueOnce(new Error('Out of memory'));
  const { props, type } = open();
  await choose(type, [photo('satu.jpg')]);
  await pagesShown(1);
  await type.click(button('Putar halaman 1'));
  expect(await screen.findByText(/^satu\.jpg: Foto tidak dapat diputar/u)).toBeTruthy();
  expect(screen.queryByText('Halaman 1 diputar')).toBeNull();
  await type.click(button('Putar halaman 1'));
  expect(shrunkPage).toHaveBeenLastCalledWith(expect.any(Blob), 1);
  await screen.findByText('Halaman 1 diputar');
  await type.click(button('Kirim 1 halaman'));
  await waitFor(() => expect(props.onSent).toHaveBeenCalled());
});

/** jsdom's blobs have no arrayBuffer. */
function readOf(blob: Blob): Promise<ArrayBuffer> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob);
  });
}

test('when a photo is blurred, then a hint says so and it can be sent all the same', async () => {
  const { props, type } = open();
  await choose(type, [photo('buram.jpg')]);
  const [page] = await pagesShown(1);
  expect(within(page!).getByText('Foto terlihat buram. Coba lagi atau tetap kirim.')).toBeTruthy();
  await type.click(button('Kirim 1 halaman'));
  await waitFor(() => expect(props.onSent).toHaveBeenCalled());
});

test('when the server finds a page dark that the browser did not, then that is said as well while it is sent', async () => {
  sendFile.mockResolvedValueOnce({ file_id: 'file-1', warnings: ['dark'] });
  const { type } = open({ send: () => new Promise(() => undefined) });
  await choose(type, [photo('satu.jpg')]);
  await pagesShown(1);
  await type.click(button('Kirim 1 halaman'));
  expect(await screen.findByText('Foto terlihat gelap. Coba lagi atau tetap kirim.')).toBeTruthy();
});

test('when only the server found a page hard to read, then its hint outlives the editor, and one that was read before does not', async () => {
  sendFile
    .mockResolvedValueOnce({ file_id: 'file-1', warnings: ['blurred'] })
    .mockResolvedValueOnce({ file_id: 'file-2', warnings: ['dark', 'small'] });
  const { props, type } = open();
  await choose(type, [photo('buram.jpg'), photo('dua.jpg')]);
  await pagesShown(2);
  await type.click(button('Kirim 2 halaman'));
  await waitFor(() => expect(props.onSent).toHaveBeenCalledTimes(1));
  expect(props.onSent).toHaveBeenCalledWith([
    'Halaman 2 terlihat gelap dan terlalu kecil untuk dibaca. Bila tulisannya tidak terbaca, kirim versi baru.',
  ]);
});

test('when files are too many or cannot be read, then each reason is said and the others stay', async () => {
  preparePage.mockImplementation((file: File) =>
    file.name.endsWith('.heic')
      ? Promise.reject(new PageProblem('Format HEIC belum didukung. Ubah ke JPEG di pengaturan kamera.'))
      : prepared(file),
  );
  const { type } = open({ max: 2 });
  await choose(type, [photo('a.heic'), photo('b.jpg'), photo('c.jpg')]);
  await pagesShown(1);
  expect(screen.getByText('Paling banyak 2 halaman. 1 berkas tidak ditambahkan.')).toBeTruthy();
  expect(
    screen.getByText('a.heic: Format HEIC belum didukung. Ubah ke JPEG di pengaturan kamera.'),
  ).toBeTruthy();
});

describe('a line that is lost', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const lost = () => Promise.reject(new TypeError('Failed to upload'));

  async function sendTwo(changes: Partial<PagePickerProps> = {}) {
    const { props } = open(changes);
    const input = screen.getByLabelText('Pilih berkas: Kartu keluarga');
    fireEvent.change(input, { target: { files: [photo('satu.jpg'), photo('dua.jpg')] } });
    await screen.findByAltText('Halaman 2 dari 2, Kartu keluarga');
    fireEvent.click(button('Kirim 2 halaman'));
    await pass(1);
    return props;
  }

  test('when it comes back, then the sending goes on by itself where it was', async () => {
    sendFile
      .mockResolvedValueOnce({ file_id: 'file-1', warnings: [] })
      .mockImplementationOnce(lost)
      .mockResolvedValueOnce({ file_id: 'file-2', warnings: [] });
    const props = await sendTwo();
    expect(screen.getByText(/Halaman Anda masih di sini, kami coba lagi sendiri \(1 dari 5\)/u)).toBeTruthy();
    await pass(2_000);
    expect(props.onSent).toHaveBeenCalledTimes(1);
    expect(sendFile).toHaveBeenCalledTimes(3);
    expect(props.send).toHaveBeenCalledWith({ files: ['file-1', 'file-2'] }, expect.any(String));
  });

  test('when the response of the document is lost, then it is sent again with the same key', async () => {
    const send = jest.fn().mockImplementationOnce(lost).mockResolvedValue({});
    const props = await sendTwo({ send });
    act(() => void window.dispatchEvent(new Event('online')));
    await pass(1);
    expect(props.onSent).toHaveBeenCalledTimes(1);
    expect(sendFile).toHaveBeenCalledTimes(2);
    expect(send.mock.calls[1]).toEqual(send.mock.calls[0]);
  });

  test('when it stays away, then the attempts end, the pages stay, and a button tries again', async () => {
    sendFile.mockImplementation(lost);
    const props = await sendTwo();
    await pass(120_000);
    expect(sendFile).toHaveBeenCalledTimes(6);
    expect(screen.getByText(/^Sambungan terputus\. Halaman Anda masih di sini/u)).toBeTruthy();
    expect(screen.getAllByRole('img')).toHaveLength(2);
    expect(props.onUnsent).toHaveBeenLastCalledWith(true);
    sendFile.mockResolvedValue({ file_id: 'file-9', warnings: [] });
    fireEvent.click(button('Coba lagi'));
    await pass(1);
    expect(props.onSent).toHaveBeenCalledTimes(1);
  });

  test('when a line stands still for a minute, then it counts as lost', async () => {
    const aborted = (signal: AbortSignal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    sendFile.mockImplementationOnce((_path, _blob, { signal }) => aborted(signal as AbortSignal));
    const props = await sendTwo();
    await pass(59_000);
    expect(props.onSent).not.toHaveBeenCalled();
    await pass(4_000);
    expect(props.onSent).toHaveBeenCalledTimes(1);
  });

  test('when the sending is stopped, then the pages stay', async () => {
    sendFile.mockImplementation(lost);
    const props = await sendTwo();
    fireEvent.click(button('Hentikan'));
    await pass(1);
    expect(screen.getByText('Pengiriman dihentikan. Halaman Anda masih di sini.')).toBeTruthy();
    expect(props.onSent).not.toHaveBeenCalled();
    expect(screen.getAllByRole('img')).toHaveLength(2);
  });
});

const refusal = (status: number, code: string, message: string) =>
  new ApiError(status, JSON.stringify({ statusCode: status, code, message, requestId: 'r' }));

test('when the document is not taken any more, then the picker says so to its page and is empty', async () => {
  const error = refusal(409, 'locked', 'Dokumen ini sudah diterima.');
  const { props, type } = open({ send: jest.fn().mockRejectedValue(error) });
  await choose(type, [photo()]);
  await pagesShown(1);
  await type.click(button('Kirim 1 halaman'));
  await waitFor(() => expect(props.onRefused).toHaveBeenCalledWith(error));
  expect(props.onUnsent).toHaveBeenLastCalledWith(false);
  expect(await screen.findByLabelText('Pilih berkas: Kartu keluarga')).toBeTruthy();
});

test('when the pages are gone from the server, then the next attempt uploads them again', async () => {
  const send = jest
    .fn()
    .mockRejectedValueOnce(refusal(422, 'file_used', 'File ini sudah dipakai. Unggah kembali filenya.'))
    .mockResolvedValue({});
  const { props, type } = open({ send });
  await choose(type, [photo()]);
  await pagesShown(1);
  await type.click(button('Kirim 1 halaman'));
  expect(await screen.findByText('File ini sudah dipakai. Unggah kembali filenya.')).toBeTruthy();
  await type.click(button('Coba lagi'));
  await waitFor(() => expect(props.onSent).toHaveBeenCalled());
  expect(send.mock.calls.map(([body]) => body)).toEqual([{ files: ['file-1'] }, { files: ['file-2'] }]);
  expect(send.mock.calls[0]?.[1]).not.toBe(send.mock.calls[1]?.[1]);
});

test('when the session is over, then the pages stay and it is said how to go on', async () => {
  sendFile.mockRejectedValue(refusal(401, 'unauthenticated', 'Silakan masuk.'));
  const { type } = open();
  await choose(type, [photo()]);
  await pagesShown(1);
  await type.click(button('Kirim 1 halaman'));
  expect(await screen.findByText(/^Sesi Anda berakhir\./u)).toBeTruthy();
  expect(screen.getAllByRole('img')).toHaveLength(1);
});
