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

const Rows = styled.div<{ $height: number }>`
  > div {
    display: grid;
    grid-template-columns: minmax(0, 320px) 88px;
    justify-content: space-between;
    align-items: center;
    gap: 16px;
    height: ${({ $height }) => $height}px;
  }
  ${Bar} {
    margin: 0;
  }
`;

/** As `Skeleton`, in the shape of rows: a name and a state each, as high as the rows that come (px). */
export function SkeletonRows({
  rows = 6,
  height = 44,
  label = 'Memuat...',
}: {
  rows?: number;
  height?: number;
  label?: string;
}) {
  return (
    <div role="status" data-waiting="">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Rows $height={height} aria-hidden="true">
        {Array.from({ length: rows }, (_, index) => (
          <div key={index}>
            <Bar />
            <Bar />
          </div>
        ))}
      </Rows>
    </div>
  );
}
