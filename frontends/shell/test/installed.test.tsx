import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

const FOLDER = join(__dirname, '../src/installed');

interface Icon {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose: string;
}

const manifest = JSON.parse(readFileSync(join(FOLDER, 'app.webmanifest'), 'utf8')) as Readonly<
  Record<'id' | 'lang' | 'name' | 'short_name' | 'start_url' | 'scope' | 'display' | 'theme_color', string>
> & { readonly icons: readonly Icon[] };

/** Width and height of a PNG: its first chunk (W3C PNG, 11.2.1). */
function sizeOf(file: string): string {
  const bytes = readFileSync(join(FOLDER, file));
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('when the portal is installed, then its manifest names it, and every address lies in its scope', () => {
  expect(manifest).toMatchObject({ id: '/', lang: 'id', scope: '/', display: 'standalone' });
  expect(manifest.name).not.toBe('');
  // What fits below an icon.
  expect(manifest.short_name.length).toBeLessThanOrEqual(12);
  expect(manifest.start_url.startsWith(manifest.scope)).toBe(true);
  expect(manifest.theme_color).toMatch(/^#[\dA-F]{6}$/u);
});

test('when a browser picks an icon, then each has the size and type that the manifest says', () => {
  for (const { src, sizes, type } of manifest.icons) {
    expect(type).toBe('image/png');
    expect(sizeOf(src.replace('/assets/', ''))).toBe(sizes);
  }
  const has = (purpose: string) =>
    manifest.icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes);
  expect(has('any')).toEqual(['192x192', '512x512']);
  expect(has('maskable')).toEqual(['512x512']);
  expect(sizeOf('icon-180.png')).toBe('180x180');
});

test('when the worker runs, then it keeps nothing and answers navigations only', () => {
  const listeners = new Map<string, (event: unknown) => void>();
  const source = readFileSync(join(FOLDER, 'offline-worker.js'), 'utf8');
  expect(source).not.toMatch(/caches|indexedDB/u);
  const scope = { addEventListener: (name: string, listener: () => void) => listeners.set(name, listener) };
  runInNewContext(source, { self: scope });
  const respondWith = jest.fn();
  for (const mode of ['cors', 'no-cors', 'same-origin']) {
    listeners.get('fetch')?.({ request: { mode }, respondWith });
  }
  expect(respondWith).not.toHaveBeenCalled();
});
