import { WithKeyboard } from '@gerbang/ui/layout';
import { IconButton } from '@gerbang/ui/button';
import { Keyboard } from 'lucide-react';
import { lazyPart } from '../page/lazy-page.ts';
import { keysCopy as copy } from './keys.copy.ts';

/** The list of single keys; it brings React Aria along, so it is loaded when it first opens. */
export const KeysDialog = lazyPart(() => import('./keys-dialog.tsx').then((file) => file.KeysDialog));

/** Opens the list of single keys, where there is a keyboard. */
export function KeysButton({ onClick }: { onClick: () => void }) {
  return (
    <WithKeyboard>
      <IconButton label={copy.open} onClick={onClick}>
        <Keyboard size={16} aria-hidden="true" />
      </IconButton>
    </WithKeyboard>
  );
}
