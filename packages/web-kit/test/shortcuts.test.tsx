import '../src/testing/dom-globals.ts';
import { render, renderHook, screen } from '@testing-library/react';
import { visitor } from '@gerbang/ui/testing/visitor';
import { useKeyList, useNamedKeys, useShortcuts, useShortcutSwitch } from '../src/desk/shortcuts.ts';

function Keys({ act, enabled = true }: { act: () => void; enabled?: boolean }) {
  const { on, setOn } = useShortcutSwitch();
  useShortcuts({ v: act }, enabled);
  return (
    <>
      <input aria-label="catatan" />
      <button type="button" onClick={() => setOn(!on)}>
        {on ? 'matikan' : 'hidupkan'}
      </button>
    </>
  );
}

test('when the key is pressed, then it acts; not while typing, with Ctrl, or while disabled', async () => {
  const act = jest.fn();
  const { rerender } = render(<Keys act={act} />);
  await visitor().keyboard('v');
  expect(act).toHaveBeenCalledTimes(1);
  await visitor().keyboard('{Control>}v{/Control}');
  await visitor().type(screen.getByLabelText('catatan'), 'vivo');
  (document.activeElement as HTMLElement).blur();
  rerender(<Keys act={act} enabled={false} />);
  await visitor().keyboard('v');
  expect(act).toHaveBeenCalledTimes(1);
});

test('when the keys are switched off, then none acts, also after the next start', async () => {
  const act = jest.fn();
  render(<Keys act={act} />);
  await visitor().click(screen.getByRole('button', { name: 'matikan' }));
  await visitor().keyboard('v');
  expect(act).not.toHaveBeenCalled();
  expect(localStorage.getItem('gerbang.shortcuts')).toBe('off');
  await visitor().click(screen.getByRole('button', { name: 'hidupkan' }));
  (document.activeElement as HTMLElement).blur();
  await visitor().keyboard('v');
  expect(act).toHaveBeenCalledTimes(1);
  expect(localStorage.getItem('gerbang.shortcuts')).toBeNull();
});

const LIST = [['V', 'verifikasi']] as const;

test('when a page names its keys, then its help reads them until the page is left, and no key acts meanwhile', async () => {
  const act = jest.fn();
  render(<Keys act={act} />);
  const page = renderHook(() => useKeyList(LIST));
  const help = renderHook(useNamedKeys);
  expect(help.result.current).toEqual(LIST);
  await visitor().keyboard('v');
  expect(act).not.toHaveBeenCalled();
  help.unmount();
  await visitor().keyboard('v');
  expect(act).toHaveBeenCalledTimes(1);
  page.unmount();
  expect(renderHook(useNamedKeys).result.current).toEqual([]);
});
