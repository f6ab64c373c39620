import { pageAt } from '@gerbang/contracts/pages';
import { Breadcrumbs } from '@gerbang/ui/breadcrumbs';
import { IconButton } from '@gerbang/ui/button';
import { Motif } from '@gerbang/ui/motif';
import { PageHeader } from '@gerbang/ui/page-header';
import { PageSpinner } from '@gerbang/ui/spinner';
import { Link, useLocation } from '@gerbang/web-kit/router';
import { useSession } from '@gerbang/web-kit/session';
import { Menu as MenuIcon, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { copy } from '../copy.ts';
import { FirstPaintEnd } from '../first-paint/end.tsx';
import { remember, remembered } from '../storage.ts';
import { Brand } from './brand.tsx';
import { HelpContact } from './help-contact.tsx';
import { SideNav } from './side-nav.tsx';
import { SkipLink } from './skip-link.tsx';
import { UserMenuButton } from './user-menu-button.tsx';

const Drawer = lazy(() => import('@gerbang/ui/drawer').then((module) => ({ default: module.Drawer })));

const Frame = styled.div`
  @media (min-width: 768px) {
    display: flex;
  }
`;

// As long as the page; what is in it stays in sight.
const Side = styled.aside<{ $narrow: boolean }>`
  display: none;
  @media (min-width: 768px) {
    display: block;
    flex: none;
    width: ${(props) => (props.$narrow ? 64 : 256)}px;
    min-height: 100dvh;
    background: var(--bg-surface);
    border-inline-end: 1px solid var(--border-subtle);
    transition: width 200ms;
  }
`;

const Stays = styled.div`
  position: sticky;
  inset-block-start: 0;
  height: 100dvh;
`;

const Content = styled.div`
  display: flex;
  flex-direction: column;
  flex: 1;
  min-width: 0;
  min-height: 100dvh;
`;

const Bar = styled.header`
  position: sticky;
  z-index: 10;
  inset-block-start: 0;
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 56px;
  padding: 6px 8px;
  background: var(--bg-surface);
  border-block-end: 1px solid var(--border-subtle);
  b {
    flex: 1;
    min-width: 0;
    font-weight: 650;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  @media (min-width: 768px) {
    position: static;
    justify-content: space-between;
    min-height: 64px;
    padding: 10px 24px 10px 16px;
    background: transparent;
    border: 0;
  }
`;

const OnPhone = styled.span`
  display: contents;
  @media (min-width: 768px) {
    display: none;
  }
`;

const OnDesktop = styled.span`
  display: none;
  @media (min-width: 768px) {
    display: flex;
    align-items: center;
    gap: 12px;
  }
`;

const Main = styled.main`
  flex: 1;
  display: grid;
  align-content: start;
  gap: 24px;
  width: 100%;
  max-width: 1200px;
  padding: 20px 16px 64px;
  outline: none;
  @media (min-width: 768px) {
    padding: 8px 24px 64px;
  }
`;

/** Narrow or wide: as last chosen; else wide from 1024 px on. */
function startsNarrow(): boolean {
  const kept = remembered('sidebar');
  if (kept) return kept === 'narrow';
  return !window.matchMedia('(min-width: 1024px)').matches;
}

/** The frame of all logged-in pages: navigation, bar with the user menu, breadcrumbs, title, content (accounts §2). */
export function AppFrame({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const [narrow, setNarrow] = useState(startsNarrow);
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never');
  if (!user) return null;
  // Until the temporary password is changed there is nowhere to go but /password, which says why.
  const bound = user.must_change_password;
  const page = pageAt(pathname);
  const crumbs = (page?.crumbs ?? []).map((label, index) =>
    index === 0 ? { label, to: '/dashboard' } : { label },
  );
  const toggle = () => {
    remember('sidebar', narrow ? 'wide' : 'narrow');
    setNarrow(!narrow);
  };

  return (
    <Frame>
      <FirstPaintEnd />
      <SkipLink />
      {bound ? null : (
        <Side $narrow={narrow}>
          <Stays>
            <SideNav user={user} narrow={narrow} />
          </Stays>
        </Side>
      )}
      {drawer === 'never' ? null : (
        <Suspense fallback={null}>
          <Drawer label={copy.nav.label} isOpen={drawer === 'open'} onClose={() => setDrawer('closed')}>
            <SideNav user={user} onFollow={() => setDrawer('closed')} />
          </Drawer>
        </Suspense>
      )}
      <Content>
        <Bar>
          <OnPhone>
            {bound ? null : (
              <IconButton label={copy.nav.open} aria-haspopup="dialog" onClick={() => setDrawer('open')}>
                <MenuIcon size={22} aria-hidden="true" />
              </IconButton>
            )}
            <b>{copy.product}</b>
          </OnPhone>
          <OnDesktop>
            {bound ? (
              <Brand />
            ) : (
              <>
                <IconButton
                  label={narrow ? copy.nav.expand : copy.nav.collapse}
                  aria-expanded={!narrow}
                  onClick={toggle}
                >
                  {narrow ? (
                    <PanelLeftOpen size={20} aria-hidden="true" />
                  ) : (
                    <PanelLeftClose size={20} aria-hidden="true" />
                  )}
                </IconButton>
              </>
            )}
          </OnDesktop>
          <UserMenuButton user={user} />
        </Bar>
        {user.role === 'wali_murid' ? <Motif /> : null}
        <Main id="isi" tabIndex={-1}>
          {page ? (
            <div>
              <Breadcrumbs crumbs={crumbs} link={Link} />
              <PageHeader title={page.title} description={page.description} />
            </div>
          ) : null}
          <Suspense fallback={<PageSpinner label={copy.loading} />}>{children}</Suspense>
        </Main>
        {user.role === 'wali_murid' ? <HelpContact /> : null}
      </Content>
    </Frame>
  );
}
