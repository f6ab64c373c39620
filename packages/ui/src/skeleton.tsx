import { keyframes, styled } from 'styled-components';
import { VisuallyHidden } from './visually-hidden.tsx';

const breathe = keyframes`50% { opacity: 0.5 }`;

const Bar = styled.span`
  display: block;
  height: 16px;
  border-radius: 8px;
  background: var(--bg-subtle);
  animation: ${breathe} 1.6s ease-in-out infinite;
  & + & {
    margin-block-start: 12px;
  }
  &:nth-child(3n) {
    width: 70%;
  }
`;

/** Grey lines in place of text that loads; screen readers read the loading text. */
export function Skeleton({ lines = 3, label = 'Memuat...' }: { lines?: number; label?: string }) {
  return (
    <div role="status" data-waiting="">
      <VisuallyHidden>{label}</VisuallyHidden>
      <div aria-hidden="true">
        {Array.from({ length: lines }, (_, index) => (
          <Bar key={index} />
        ))}
      </div>
    </div>
  );
}
