import { Button } from '@gerbang/ui/button';
import { langOf } from '@gerbang/ui/lang';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { toast } from '@gerbang/web-kit/page/toast';

const SOON = 'Segera hadir';

const Root = styled(Button)`
  &[aria-disabled='true'] {
    border-color: var(--border-subtle);
    background: var(--bg-subtle);
    color: var(--text-secondary);
    cursor: not-allowed;
    opacity: 1;
  }
`;

// Drawn, not written: the name of the button must hold every word that is written in it.
const Words = styled.span`
  display: grid;
  justify-items: start;
  &::after {
    content: '${SOON}';
    font-size: 0.8125rem;
    font-weight: 400;
    line-height: 1.25;
  }
`;

/** An action that is still to come: disabled, with the badge of the menu. Pressing it says `text` in a toast. */
export function SoonButton({
  label,
  name = label,
  title = label,
  text,
  icon,
  small = false,
}: {
  label: string;
  /** For screen readers, where the label alone does not say of what. */
  name?: string;
  /** Of the toast. */
  title?: string;
  text: string;
  icon?: ReactNode;
  small?: boolean;
}) {
  return (
    <Root
      lang={langOf(label)}
      variant="secondary"
      small={small}
      icon={icon}
      aria-disabled
      aria-label={name}
      aria-description={SOON}
      onClick={() => toast(title, text)}
    >
      <Words>{label}</Words>
    </Root>
  );
}
