import '../src/testing/dom-globals.ts';
import { act, renderHook } from '@testing-library/react';
import { MemoryRouter } from '../src/page/router.ts';
import { useAddressParams } from '../src/lists/use-address-params.ts';

const opened = (address: string) =>
  renderHook(() => useAddressParams(), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  }).result;

test('when a second change comes before the first is drawn, then both stand in the address', () => {
  const result = opened('/daftar?urut=nama&halaman=2');
  const { write } = result.current;
  act(() => {
    write({ status: 'pending', halaman: null });
    write({ jenjang: 'SD' });
  });
  expect(Object.fromEntries(result.current.params)).toEqual({
    urut: 'nama',
    status: 'pending',
    jenjang: 'SD',
  });
});

test('when a change follows a drawn one, then it builds on the address as it is now', () => {
  const result = opened('/daftar?status=pending');
  act(() => result.current.write({ status: null }));
  act(() => result.current.write({ jenjang: 'TK' }));
  expect(Object.fromEntries(result.current.params)).toEqual({ jenjang: 'TK' });
});
