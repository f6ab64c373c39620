import { ApiError, messageOf } from '../src/api/client.ts';
import { download } from '../src/files/download.ts';

const ADDRESS = '/api/admin/registrations/export';
const bytes = (...values: number[]) => Uint8Array.from(values);

interface Sent {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** What comes one after the other; an error where the line breaks. */
  readonly parts?: readonly (Uint8Array | Error)[];
  readonly text?: string;
}

function answer({ status = 200, headers = {}, parts = [], text = '' }: Sent) {
  const left = [...parts];
  const read = async () => {
    const part = left.shift();
    if (part instanceof Error) throw part;
    return part ? { done: false, value: part } : { done: true, value: undefined };
  };
  const asked: { address: string; init: RequestInit }[] = [];
  Object.assign(globalThis, {
    fetch: async (address: string, init: RequestInit) => {
      asked.push({ address, init });
      return {
        ok: status < 400,
        status,
        statusText: '',
        headers: new Headers(headers),
        text: async () => text,
        body: { getReader: () => ({ read }) },
      };
    },
  });
  return asked;
}

/** What the browser's downloads were handed. */
function downloads() {
  const handed: { name: string; blob: Blob }[] = [];
  const blobs = new Map<string, Blob>();
  const gone: string[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      const address = `blob:${blobs.size}`;
      blobs.set(address, blob);
      return address;
    },
    revokeObjectURL: (address: string) => gone.push(address),
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    if (blob) handed.push({ name: this.download, blob });
  });
  return { handed, gone };
}

const contentOf = (blob: Blob) =>
  new Promise<number[]>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve([...new Uint8Array(reader.result as ArrayBuffer)]));
    reader.readAsArrayBuffer(blob);
  });

afterEach(() => jest.restoreAllMocks());

test('when a file comes in parts, then it is handed over whole, under the name and type that the server gave', async () => {
  const asked = answer({
    parts: [bytes(80, 75), bytes(3), bytes(4, 5)],
    headers: {
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="pendaftaran-2026-11-21.xlsx"',
    },
  });
  const { handed } = downloads();
  const progress: number[] = [];
  const { signal } = new AbortController();
  await download(ADDRESS, 'lain.xlsx', { signal, onProgress: (sum) => progress.push(sum) });
  expect(asked).toEqual([{ address: ADDRESS, init: { credentials: 'include', signal } }]);
  expect(progress).toEqual([2, 3, 5]);
  expect(handed.map(({ name }) => name)).toEqual(['pendaftaran-2026-11-21.xlsx']);
  const [file] = handed;
  if (!file) throw new Error('nothing was handed over');
  expect(file.blob.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(await contentOf(file.blob)).toEqual([80, 75, 3, 4, 5]);
});

test.each([
  [{}],
  [{ 'content-disposition': 'attachment' }],
  [{ 'content-disposition': 'attachment; filename=""' }],
])(
  'when the server names no file (%j), then it has the name of the page',
  async (headers: Record<string, string>) => {
    answer({ parts: [bytes(1)], headers });
    const { handed } = downloads();
    await download(ADDRESS, 'pendaftaran.xlsx');
    expect(handed.map(({ name }) => name)).toEqual(['pendaftaran.xlsx']);
  },
);

test('when the file was handed over, then its bytes are let go after a while, not at once', async () => {
  jest.useFakeTimers();
  answer({ parts: [bytes(1)] });
  const { gone } = downloads();
  await download(ADDRESS, 'pendaftaran.xlsx');
  expect(gone).toEqual([]);
  jest.runAllTimers();
  expect(gone).toEqual(['blob:0']);
  jest.useRealTimers();
});

test('when the download is refused, then it is an error with the server’s sentence, and no file', async () => {
  const text = JSON.stringify({ statusCode: 503, code: 'busy', message: 'Sedang sibuk.', requestId: 'r' });
  answer({ status: 503, text, headers: { 'retry-after': '7' } });
  const { handed } = downloads();
  const error = await download(ADDRESS, 'pendaftaran.xlsx').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(messageOf(error)).toBe('Sedang sibuk. Silakan coba lagi dalam 7 detik.');
  expect(handed).toEqual([]);
});

test('when the line breaks on the way, then half a file is never handed over', async () => {
  answer({ parts: [bytes(1, 2), new TypeError('network error')] });
  const { handed } = downloads();
  await expect(download(ADDRESS, 'pendaftaran.xlsx')).rejects.toThrow('network error');
  expect(handed).toEqual([]);
});
