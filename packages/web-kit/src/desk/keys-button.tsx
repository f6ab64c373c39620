import { WithKeyboard } from '@gerbang/ui/layout';
import { IconButton } from '@gerbang/ui/button';
import { Keyboard } from 'lucide-react';
import { keysCopy as copy } from './keys.copy.ts';

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
