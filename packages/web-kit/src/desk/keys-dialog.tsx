import { Button } from '@gerbang/ui/button';
import { Checkbox } from '@gerbang/ui/checkbox';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { SummaryList } from '@gerbang/ui/summary-list';
import { useShortcutSwitch } from '@gerbang/web-kit/desk/shortcuts';
import { keysCopy as copy } from './keys.copy.ts';

/** The single keys of a page with what they do, and the switch that turns them off (WCAG 2.1.4). */
export function KeysDialog({
  keys: list,
  onClose,
}: {
  keys: readonly (readonly [key: string, words: string])[];
  onClose: () => void;
}) {
  const keys = useShortcutSwitch();
  return (
    <Dialog title={copy.title} onClose={onClose}>
      <SummaryList rows={list.map(([key, words]) => ({ label: words, value: <kbd>{key}</kbd> }))} />
      <Checkbox
        label={copy.enabled}
        checked={keys.on}
        onChange={({ target }) => keys.setOn(target.checked)}
      />
      <DialogActions>
        <Button onClick={onClose}>{copy.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
