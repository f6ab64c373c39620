import type { ElementType } from 'react';
import { styled } from 'styled-components';

const List = styled.ol`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 8px;
  font-size: 0.875rem;
  line-height: 1.43;
  color: var(--text-secondary);
  li {
    display: inline-flex;
    align-items: center;
    min-height: 24px;
  }
  li + li::before {
    content: '›' / '';
    margin-inline-end: 8px;
    color: var(--text-muted);
  }
`;

export interface Crumb {
  readonly label: string;
  /** Its address; absent for the present page. */
  readonly to?: string;
}

/** The path to the present page; hidden while it has only one step. `link` is the router's link. */
export function Breadcrumbs({ crumbs, link: Link }: { crumbs: readonly Crumb[]; link: ElementType }) {
  if (crumbs.length < 2) return null;
  return (
    <nav aria-label="Jejak halaman">
      <List>
        {crumbs.map((crumb, index) => (
          <li key={crumb.label}>
            {crumb.to && index < crumbs.length - 1 ? (
              <Link to={crumb.to}>{crumb.label}</Link>
            ) : (
              <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{crumb.label}</span>
            )}
          </li>
        ))}
      </List>
    </nav>
  );
}
