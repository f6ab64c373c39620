import '@gerbang/web-kit/testing/dom-globals';
import { SHARED } from '@gerbang/federation/shared';
import { render, screen } from '@testing-library/react';
import { visitor } from '@gerbang/ui/testing/visitor';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { RemotePage } from '../src/remotes/remote-page.tsx';
import { forgetRoutes, loadPage } from '../src/remotes/remotes.ts';
import { shared } from '../src/remotes/shared.ts';

const loadFrom = jest.fn();
jest.mock('../src/remotes/federation.ts', () => ({
  loadFrom: (...args: unknown[]) => loadFrom(...args) as unknown,
}));

let broken = false;
function Page() {
  if (broken) throw new Error('broken');
  return 'isi halaman';
}
const load = jest.fn(() => Promise.resolve());
const routes = { routes: { '/password': Page } };
const areas = ['auth', 'admission', 'announcement', 'billing'] as const;
const entries = () => loadFrom.mock.calls.map((args: unknown[]) => args[1]);

beforeEach(() => {
  loadFrom.mockReset();
  broken = false;
});

test('when a remote loads, then its page is shown, and it is loaded once', async () => {
  loadFrom.mockResolvedValue(routes);
  const { unmount } = render(<RemotePage area={areas[0]} path="/password" />);
  expect(screen.getByText('Memuat...')).toBeTruthy();
  expect(await screen.findByText('isi halaman')).toBeTruthy();
  unmount();
  render(<RemotePage area={areas[0]} path="/password" />);
  expect(await screen.findByText('isi halaman')).toBeTruthy();
  expect(loadFrom).toHaveBeenCalledTimes(1);
});

test('when a page was loaded before it is drawn, then it stands there without a placeholder', async () => {
  loadFrom.mockResolvedValue({ routes: { '/muka': Object.assign(() => 'isi muka', { load }) } });
  await loadPage('announcement', '/muka');
  expect(load).toHaveBeenCalledTimes(1);
  render(<RemotePage area="announcement" path="/muka" />);
  expect(screen.getByText('isi muka')).toBeTruthy();
  forgetRoutes('announcement');
});

test('when a remote fails to load, then a panel says so and one retry under a new address brings it', async () => {
  loadFrom.mockRejectedValueOnce(new Error('503')).mockResolvedValue(routes);
  render(<RemotePage area={areas[1]} path="/password" />);
  expect(await screen.findByText('Halaman gagal dimuat')).toBeTruthy();
  await visitor().click(screen.getByRole('button', { name: 'Coba lagi' }));
  expect(await screen.findByText('isi halaman')).toBeTruthy();
  const [first, second] = entries();
  expect(first).not.toBe(second);
});

test('when a remote has no such page, then it counts as failed', async () => {
  loadFrom.mockResolvedValue(routes);
  render(<RemotePage area={areas[2]} path="/tidak-ada" />);
  expect(await screen.findByText('Halaman gagal dimuat')).toBeTruthy();
});

test('when a page throws, then its own panel says so and a retry renders it again', async () => {
  const silence = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  loadFrom.mockResolvedValue(routes);
  broken = true;
  render(<RemotePage area={areas[3]} path="/password" />);
  expect(await screen.findByText('Terjadi kesalahan di halaman ini')).toBeTruthy();
  broken = false;
  await visitor().click(screen.getByRole('button', { name: 'Coba lagi' }));
  expect(await screen.findByText('isi halaman')).toBeTruthy();
  silence.mockRestore();
});

test('when the list of shared modules changes, then the shell hands over exactly that list', () => {
  expect(Object.keys(shared).sort()).toEqual([...SHARED].sort());
});

test('when a remote imports from styled-components, then the shell hands that over', () => {
  const root = join(dirname(require.resolve('@gerbang/web-kit/page/router')), '../../../..');
  const sources = globSync(
    '{packages/{ui,web-kit},frontends/{auth,admission,announcement,billing}}/src/**/*.{ts,tsx}',
    {
      cwd: root,
    },
  );
  const taken = sources.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(/import \{([^}]+)\} from 'styled-components'/gu),
    ].flatMap(([, names = '']) => names.split(',').map((name) => name.trim())),
  );
  const given = Object.keys(shared['styled-components']?.lib?.() ?? {});
  expect([...new Set(taken)].filter((name) => !given.includes(name))).toEqual([]);
  expect(taken.length).toBeGreaterThan(100);
});

/** Modules of web-kit that remotes take from the shell, as paths within its source. */
const FROM_SHELL = SHARED.filter((name) => name.startsWith('@gerbang/web-kit/')).map((name) =>
  name.replace('@gerbang/web-kit/', ''),
);

// A relative import would put a second router, cache or error class into each remote.
test('when web-kit uses a module that the shell shares, then it imports it by the package name', () => {
  const source = dirname(require.resolve('@gerbang/web-kit/page/router'));
  const wrong = globSync('**/*.{ts,tsx}', { cwd: source }).flatMap((file) => {
    if (file.includes('testing/') || FROM_SHELL.includes(file.replace(/\.tsx?$/u, ''))) return [];
    const text = readFileSync(join(source, file), 'utf8');
    return [...text.matchAll(/(?:from|import\() ?'(\.[^']+)\.tsx?'/gu)]
      .map(([, path = '']) => relative('.', join(dirname(file), path)))
      .filter((path) => FROM_SHELL.includes(path))
      .map((path) => `${file}: ${path}`);
  });
  expect(wrong).toEqual([]);
});
