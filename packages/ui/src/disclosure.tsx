import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Root = styled.details`
  summary {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: 44px;
    font-weight: 600;
    color: var(--text-link);
    cursor: pointer;
    list-style: none;
    &::-webkit-details-marker {
      display: none;
    }
  }
  summary svg {
    transition: transform 120ms;
  }
  &[open] summary svg {
    transform: rotate(180deg);
  }
`;

const Inside = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  padding-block: 8px;
  text-align: start;
`;

/** What few readers need, behind a line that says what it is: a native `details`. */
export function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Root>
      <summary>
        {label}
        <ChevronDown size={18} aria-hidden="true" />
      </summary>
      <Inside>{children}</Inside>
    </Root>
  );
}
