import type { User } from '@gerbang/contracts/users';
import { isActive, navigationOf } from '@gerbang/contracts/pages';
import { ROLE_LABELS } from '@gerbang/domain/roles';
import { langOf } from '@gerbang/ui/lang';
import { hiddenCss, VisuallyHidden } from '@gerbang/ui/visually-hidden';
import { initialsOf } from '@gerbang/web-kit/page/format';
import { Link, useLocation } from '@gerbang/web-kit/page/router';
import { css, styled } from 'styled-components';
import { copy } from '../copy.ts';
import { publicInfo } from '../public-info.ts';
import { Avatar } from './frame-parts.tsx';
import { useMenuCounts } from './menu-counts.ts';
import { Brand } from './common-parts.tsx';
import {
  Armchair,
  Baby,
  CalendarClock,
  CalendarRange,
  ChartColumn,
  ClipboardList,
  DoorOpen,
  Gauge,
  House,
  FileCheck,
  Files,
  FileSearch,
  FileInput,
  FileSpreadsheet,
  HandCoins,
  Landmark,
  ListChecks,
  Megaphone,
  MessageSquareText,
  PencilLine,
  PhoneOff,
  QrCode,
  Receipt,
  RefreshCcw,
  School,
  Scale,
  ScrollText,
  ShieldAlert,
  Store,
  ShieldCheck,
  UserCog,
  UsersRound,
  Wallet,
  type LucideIcon,
} from 'lucide-react';

export const navText = {
  label: 'Navigasi utama',
  open: 'Buka menu',
  collapse: 'Ciutkan navigasi',
  expand: 'Lebarkan navigasi',
  soon: 'Segera hadir',
  waiting: (page: string) => `menunggu di ${page}`,
};

const ICONS: Readonly<Record<string, LucideIcon>> = {
  '/dashboard': House,
  '/profile': UsersRound,
  '/children': Baby,
  '/registrations': ClipboardList,
  '/enrollment': RefreshCcw,
  '/tagihan': Receipt,
  '/privacy': ShieldCheck,
  '/admin/registration': ClipboardList,
  '/admin/counter': Store,
  '/admin/dapodik': FileSpreadsheet,
  '/admin/import': FileInput,
  '/admin/documents': FileSearch,
  '/admin/correction-requests': PencilLine,
  '/admin/withdrawals': DoorOpen,
  '/admin/calendar': CalendarClock,
  '/admin/rubrics': ListChecks,
  '/admin/years': CalendarRange,
  '/admin/document-types': Files,
  '/admin/announcements': Megaphone,
  '/admin/enrollment': RefreshCcw,
  '/admin/invoices': Receipt,
  '/admin/bank': Landmark,
  '/admin/payments-online': QrCode,
  '/admin/money-requests': Scale,
  '/admin/refunds': HandCoins,
  '/admin/papers': FileCheck,
  '/admin/drawers': Wallet,
  '/admin/reports': ChartColumn,
  '/admin/users': UserCog,
  '/admin/number-requests': PhoneOff,
  '/admin/messages': MessageSquareText,
  '/admin/waves': CalendarRange,
  '/admin/seats': Armchair,
  '/admin/setup': School,
  '/admin/audit': ScrollText,
  '/admin/erasure-requests': ShieldAlert,
};

/** The icon of a navigation item. */
function NavIcon({ path }: { path: string }) {
  const Icon = ICONS[path] ?? Gauge;
  return <Icon size={20} aria-hidden="true" />;
}

const Column = styled.div`
  display: flex;
  flex-direction: column;
  height: 100%;
  padding: 12px;
  overflow: auto;
`;

const Top = styled.div`
  display: flex;
  align-items: center;
  min-height: 44px;
  padding: 2px;
  margin-block-end: 16px;
`;

const Items = styled.ul`
  display: grid;
  gap: 4px;
  > li {
    position: relative;
  }
`;

const itemCss = css<{ $narrow: boolean }>`
  position: relative;
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 44px;
  padding: 8px;
  line-height: 1.25;
  overflow-wrap: normal;
  border-radius: 10px;
  color: var(--text-secondary);
  text-decoration: none;
  span {
    ${(props) => (props.$narrow ? hiddenCss : '')}
  }
`;

const Item = styled(Link)<{ $narrow: boolean }>`
  ${itemCss}
  &:hover {
    background: var(--bg-subtle);
  }
  &[aria-current] {
    background: var(--bg-selected);
    color: var(--action2-text);
    font-weight: 650;
  }
`;

const Disabled = styled.a<{ $narrow: boolean }>`
  ${itemCss}
  cursor: default;
  color: var(--text-muted);
`;

// Below the name: beside it there is no room for the longer ones at 256 px.
const Soon = styled.span`
  display: block;
  font-size: 0.8125rem;
  line-height: 1.25;
`;

// Beside the link, whose name stays that of the page.
const Count = styled.span<{ $narrow: boolean }>`
  position: absolute;
  inset-block-start: ${(props) => (props.$narrow ? '2px' : '10px')};
  inset-inline-end: ${(props) => (props.$narrow ? '-2px' : '8px')};
  min-width: 24px;
  padding: 2px 7px;
  border-radius: 12px;
  background: var(--tone-attention-bg);
  color: var(--tone-attention-fg);
  font-size: 0.8125rem;
  line-height: 20px;
  font-weight: 650;
  text-align: center;
  font-feature-settings: 'tnum';
  pointer-events: none;
`;

const Foot = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  margin-block-start: auto;
  padding: 16px 2px 4px;
  line-height: 1.3;
  span:last-child {
    display: grid;
    min-width: 0;
  }
  b {
    font-weight: 650;
  }
  small {
    font-size: 0.875rem;
    color: var(--text-secondary);
  }
`;

/** The navigation of the user's role, with name and role at its foot; `narrow` shows icons only. */
export function SideNav({
  user,
  narrow = false,
  onFollow,
}: {
  user: User;
  narrow?: boolean;
  onFollow?: () => void;
}) {
  const { pathname } = useLocation();
  const counts = useMenuCounts(user);
  return (
    <Column>
      <Top>
        <Brand compact={narrow} />
      </Top>
      <nav aria-label={navText.label}>
        <Items>
          {navigationOf(user.role, publicInfo).map((page) => (
            <li key={page.path}>
              {page.comingSoon ? (
                <Disabled
                  role="link"
                  aria-disabled="true"
                  $narrow={narrow}
                  title={narrow ? `${page.nav} · ${navText.soon}` : undefined}
                >
                  <NavIcon path={page.path} />
                  <div>
                    <span>{page.nav}</span>
                    <Soon>{navText.soon}</Soon>
                  </div>
                </Disabled>
              ) : (
                <Item
                  to={page.path}
                  $narrow={narrow}
                  title={narrow ? page.nav : undefined}
                  aria-current={isActive(page, pathname) ? 'page' : undefined}
                  onClick={onFollow}
                >
                  <NavIcon path={page.path} />
                  <span>{page.nav}</span>
                </Item>
              )}
              {counts[page.path] ? (
                <Count $narrow={narrow}>
                  {counts[page.path]?.toLocaleString('id-ID')}
                  <VisuallyHidden> {navText.waiting(page.nav ?? '')}</VisuallyHidden>
                </Count>
              ) : null}
            </li>
          ))}
        </Items>
      </nav>
      <Foot>
        <Avatar initials={initialsOf(user.name)} />
        {narrow ? null : (
          <span>
            <b>{user.name || copy.fallbackName}</b>
            <small lang={langOf(ROLE_LABELS[user.role])}>{ROLE_LABELS[user.role]}</small>
          </span>
        )}
      </Foot>
    </Column>
  );
}
