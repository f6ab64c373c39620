import { act, render, screen, waitFor } from '@testing-library/react';
import { visitor } from '../src/testing/visitor.tsx';
import { Breadcrumbs } from '../src/breadcrumbs.tsx';
import { DataTable } from '../src/data-table.tsx';
import { Tabs } from '../src/tabs.tsx';
import { dismissToast, showToast, ToastRegion } from '../src/toast.tsx';

describe('toast', () => {
  afterEach(() => {
    act(dismissToast);
    jest.useRealTimers();
  });

  test('when a second toast comes, then the first is gone', () => {
    render(<ToastRegion />);
    act(() => showToast({ title: 'Berhasil masuk', description: 'Selamat datang, Rahma!' }));
    act(() => showToast({ title: 'Login gagal', destructive: true }));
    expect(screen.queryByText('Berhasil masuk')).toBeNull();
    expect(screen.getByRole('alert').textContent).toContain('Login gagal');
  });

  test('when it is not pointed at, then it goes by itself; pointed at it stays', async () => {
    jest.useFakeTimers();
    const user = visitor();
    render(<ToastRegion />);
    act(() => showToast({ title: 'Berhasil' }));
    await user.hover(screen.getByText('Berhasil'));
    act(() => jest.advanceTimersByTime(60_000));
    expect(screen.getByText('Berhasil')).toBeTruthy();
    await user.unhover(screen.getByText('Berhasil'));
    act(() => jest.advanceTimersByTime(4000));
    expect(screen.queryByText('Berhasil')).toBeNull();
  });

  test('when it is closed, then it is gone', async () => {
    render(<ToastRegion />);
    act(() => showToast({ title: 'Berhasil' }));
    await visitor().click(screen.getByRole('button', { name: 'Tutup notifikasi' }));
    expect(screen.queryByText('Berhasil')).toBeNull();
  });

  test('when something else is pressed, then a success is gone; a failure goes with its page', async () => {
    const user = visitor();
    render(
      <>
        <button type="button">Lanjut</button>
        <a href="#lain">Halaman lain</a>
        <ToastRegion />
      </>,
    );
    act(() => showToast({ title: 'Berhasil' }));
    await user.click(screen.getByText('Berhasil'));
    expect(screen.getByText('Berhasil')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Lanjut' }));
    expect(screen.queryByText('Berhasil')).toBeNull();
    act(() => showToast({ title: 'Gagal', destructive: true }));
    await user.click(screen.getByRole('button', { name: 'Lanjut' }));
    expect(screen.getByText('Gagal')).toBeTruthy();
    screen.getByRole('link', { name: 'Halaman lain' }).focus();
    await user.keyboard('{Enter}');
    expect(screen.queryByText('Gagal')).toBeNull();
  });

  test('when the visitor goes back to another page, then it is gone; a sheet that closes leaves it', () => {
    render(<ToastRegion />);
    act(() => showToast({ title: 'Berhasil' }));
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    expect(screen.getByText('Berhasil')).toBeTruthy();
    const before = location.pathname;
    history.pushState(null, '', '/lain');
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    expect(screen.queryByText('Berhasil')).toBeNull();
    history.pushState(null, '', before);
  });

  test('when the page itself shows it, then it is only heard and takes no focus', () => {
    render(<ToastRegion />);
    act(() => showToast({ title: 'Berhasil', description: 'Bukti terkirim', spoken: true }));
    expect(screen.getByRole('status').textContent).toBe('BerhasilBukti terkirim');
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('when a title is English by the specification, then it is marked so', () => {
    render(<ToastRegion />);
    act(() => showToast({ title: 'Announcement created', titleLang: 'en' }));
    expect(screen.getByText('Announcement created').getAttribute('lang')).toBe('en');
  });
});

describe('table', () => {
  const columns = [
    { key: 'name', header: 'Nama', render: (row: { name: string }) => row.name, rowHeader: true },
    { key: 'role', header: 'Peran', render: () => 'Finance' },
  ];

  test('when rows are shown, then they keep the roles of a table and carry their labels for cards', () => {
    render(
      <DataTable caption="Pengguna" columns={columns} rows={[{ name: 'Dewi' }]} rowKey={(row) => row.name} />,
    );
    expect(screen.getByRole('table', { name: 'Pengguna' })).toBeTruthy();
    expect(screen.getByRole('rowheader', { name: 'Dewi' })).toBeTruthy();
    expect(screen.getByRole('cell', { name: 'Finance' }).getAttribute('data-label')).toBe('Peran');
  });

  test('when there is no row, then the empty state is shown instead', () => {
    render(
      <DataTable caption="Pengguna" columns={columns} rows={[]} rowKey={(row) => row.name} empty="Kosong" />,
    );
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByText('Kosong')).toBeTruthy();
  });
});

test('when an arrow key is pressed on tabs, then the next one is chosen and has the focus', async () => {
  const chosen = jest.fn();
  const tabs = [
    { id: 'masuk', label: 'Masuk' },
    { id: 'daftar', label: 'Daftar' },
  ] as const;
  render(
    <Tabs label="Masuk atau daftar" tabs={tabs} value="masuk" onChange={chosen}>
      isi
    </Tabs>,
  );
  screen.getByRole('tab', { name: 'Masuk' }).focus();
  await visitor().keyboard('{ArrowRight}');
  expect(chosen).toHaveBeenCalledWith('daftar');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Daftar' })));
  expect(screen.getByRole('tabpanel', { name: 'Masuk' })).toBeTruthy();
});

test('when there is only one crumb, then there are no breadcrumbs', () => {
  const { container } = render(<Breadcrumbs crumbs={[{ label: 'Dashboard', to: '/dashboard' }]} link="a" />);
  expect(container.innerHTML).toBe('');
});
