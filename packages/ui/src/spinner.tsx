import { keyframes, styled } from 'styled-components';
import { VisuallyHidden } from './visually-hidden.tsx';

const turn = keyframes`to { transform: rotate(1turn) }`;

const Ring = styled.span<{ $size: number }>`
  display: inline-block;
  flex: none;
  width: ${(props) => props.$size}px;
  height: ${(props) => props.$size}px;
  border: ${(props) => Math.max(2, Math.round(props.$size / 10))}px solid currentcolor;
  border-inline-end-color: transparent;
  border-radius: 50%;
  animation: ${turn} 0.8s linear infinite;
`;

const Middle = styled.div`
  display: grid;
  place-items: center;
  gap: 12px;
  min-height: 40vh;
  padding: 24px;
  color: var(--text-link);
`;

/** A turning ring; its text is for screen readers, unless visible text beside it says the same. */
export function Spinner({ size = 20, label }: { size?: number; label?: string }) {
  return (
    <>
      <Ring $size={size} aria-hidden="true" />
      {label ? <VisuallyHidden>{label}</VisuallyHidden> : null}
    </>
  );
}

/** The centered spinner of a loading page. */
export function PageSpinner({ label = 'Memuat...' }: { label?: string }) {
  return (
    <Middle role="status" data-waiting="">
      <Spinner size={36} label={label} />
    </Middle>
  );
}
