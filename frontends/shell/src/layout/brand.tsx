import { LogoMark } from '@gerbang/ui/logo-mark';
import { styled } from 'styled-components';
import { copy } from '../copy.ts';
import { publicInfo } from '../public-info.ts';

const Row = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 12px;
  min-width: 0;
  line-height: 1.25;
`;

const Names = styled.span`
  display: grid;
  min-width: 0;
  b {
    font-weight: 650;
  }
  span {
    font-size: 0.875rem;
    color: var(--text-secondary);
  }
`;

/** Mark and name of the portal; `compact` leaves the mark. */
export function Brand({ compact = false }: { compact?: boolean }) {
  return (
    <Row>
      <LogoMark />
      {compact ? null : (
        <Names>
          <b>{copy.product}</b>
          <span data-public-name="">{publicInfo.name}</span>
        </Names>
      )}
    </Row>
  );
}
