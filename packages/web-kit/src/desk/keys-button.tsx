import { IconButton } from '@gerbang/ui/button';
import { Keyboard } from 'lucide-react';
import { styled } from 'styled-components';
import { keysCopy as copy } from './keys.copy.ts';

const OnDesktop = styled.span`
  @media (hover: none) {
    display: none;
  }
`;

/** Opens the list of single keys, where there is a keyboard. */
export function KeysButton({ onClick }: { onClick: () => void }) {
  return (
    <OnDesktop>
      <IconButton label={copy.open} onClick={onClick}>
        <Keyboard size={16} aria-hidden="true" />
      </IconButton>
    </OnDesktop>
  );
}
