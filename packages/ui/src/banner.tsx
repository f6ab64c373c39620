import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

type Tone = 'info' | 'attention' | 'success' | 'danger';

const Box = styled.div<{ $tone: Tone }>`
  display: flex;
  gap: 12px;
  padding: 12px 16px;
  border-radius: 10px;
  background: var(${(props) => `--tone-${props.$tone}-bg`});
  color: var(${(props) => `--tone-${props.$tone}-fg`});
  svg {
    margin-block-start: 2px;
  }
`;

/** A message that stays on the page: an icon, words, and a tone; never colour alone. */
export function Banner({
  tone = 'info',
  role,
  children,
}: {
  tone?: Tone;
  role?: 'status' | 'alert';
  children: ReactNode;
}) {
  const Icon = tone === 'success' ? CircleCheck : tone === 'info' ? Info : TriangleAlert;
  return (
    <Box $tone={tone} role={role}>
      <Icon size={20} aria-hidden="true" />
      <div>{children}</div>
    </Box>
  );
}

/** A failure that is read out at once; nothing where there is none. */
export function Alert({ children }: { children: string | null | undefined | false }) {
  return children ? (
    <Banner tone="danger" role="alert">
      {children}
    </Banner>
  ) : null;
}
