import { VisuallyHidden } from '@gerbang/ui/visually-hidden';
import { Link } from '@gerbang/web-kit/page/router';
import { ClipboardList, Ellipsis, House, Receipt, UserRound } from 'lucide-react';
import { css, styled } from 'styled-components';
import { copy } from '../copy.ts';

const text = copy.places;

const PLACES = [
  { path: '/dashboard', label: text.home, Icon: House },
  { path: '/children', label: text.children, Icon: UserRound },
  { path: '/registrations', label: text.registrations, Icon: ClipboardList },
  { path: '/tagihan', label: text.invoices, Icon: Receipt },
] as const;

export type Place = (typeof PLACES)[number]['path'];

// Part of the column, so that it covers nothing at the end of a page.
const Bar = styled.nav`
  position: sticky;
  z-index: 10;
  inset-block-end: 0;
  display: grid;
  grid-template-columns: repeat(5, minmax(0, 1fr));
  padding-block-end: env(safe-area-inset-bottom);
  background: var(--bg-surface);
  border-block-start: 1px solid var(--border-subtle);
  @media (min-width: 768px) {
    display: none;
  }
  @media print {
    display: none;
  }
`;

const placeCss = css`
  position: relative;
  display: grid;
  justify-items: center;
  align-content: center;
  gap: 2px;
  min-height: 56px;
  padding: 4px 2px;
  border: 0;
  background: none;
  color: var(--text-secondary);
  font-size: 0.8125rem;
  line-height: 1.25;
  text-decoration: none;
  &[aria-current] {
    color: var(--action2-text);
    font-weight: 650;
  }
  &:focus-visible {
    outline-offset: -3px;
  }
`;

const PlaceLink = styled(Link)`
  ${placeCss}
`;

const More = styled.button`
  ${placeCss}
`;

const Dot = styled.span`
  position: absolute;
  inset: 6px auto auto calc(50% + 8px);
  width: 9px;
  height: 9px;
  border-radius: 50%;
  border: 1.5px solid var(--bg-surface);
  background: var(--tone-attention-bar);
`;

/** The five places of a family at the lower edge of a phone; 'Lainnya' opens the whole navigation. */
export function BottomBar({
  pathname,
  waiting = [],
  onMore,
}: {
  pathname: string;
  /** The places where something waits for the family. */
  waiting?: readonly Place[];
  /** Absent before the program runs. */
  onMore?: () => void;
}) {
  return (
    <Bar aria-label={text.label} data-bottom-bar="">
      {PLACES.map(({ path, label, Icon }) => (
        <PlaceLink key={path} to={path} aria-current={pathname.startsWith(path) ? 'page' : undefined}>
          <Icon size={22} aria-hidden="true" />
          {label}
          {waiting.includes(path) ? (
            <Dot>
              <VisuallyHidden>{text.waiting}</VisuallyHidden>
            </Dot>
          ) : null}
        </PlaceLink>
      ))}
      {onMore ? (
        <More type="button" aria-haspopup="dialog" onClick={onMore}>
          <Ellipsis size={22} aria-hidden="true" />
          {text.more}
        </More>
      ) : (
        <More as="span">
          <Ellipsis size={22} aria-hidden="true" />
          {text.more}
        </More>
      )}
    </Bar>
  );
}
