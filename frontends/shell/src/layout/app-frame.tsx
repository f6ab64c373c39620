import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { PAGE_DESCRIPTIONS } from '@gerbang/contracts/page-descriptions';
import { pageAt } from '@gerbang/contracts/pages';
import { crumbsOf } from '@gerbang/contracts/page-crumbs';
import { Breadcrumbs } from '@gerbang/ui/breadcrumbs';
import { IconButton } from '@gerbang/ui/button';
import { PageHeader } from '@gerbang/ui/page-header';
import { Link, useLocation } from '@gerbang/web-kit/page/router';
import { SkipLink } from '@gerbang/ui/skip-link';
import { useMedia } from '@gerbang/web-kit/page/use-media';
import { useSession } from '@gerbang/web-kit/session/session';
import { useSessionWatch } from '@gerbang/web-kit/session/session-watch';
import { Menu as MenuIcon, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { copy } from '../copy.ts';
import { dutyOf } from '../guards.tsx';
import { useDashboard } from '@gerbang/web-kit/api/dashboard';
import { PAGE_TOOLS } from '@gerbang/web-kit/lists/page-tools.tsx';
import { FirstPaintEnd } from '@gerbang/first-paint/take-over';
import { OfflineBanner } from '../installed/offline-banner.tsx';
import { startWorker } from '../installed/start-worker.ts';
import { publicInfo } from '../public-info.ts';
import { PendingPage } from '../remotes/remote-page.tsx';
import { remember, remembered } from '../storage.ts';
import { Brand, HelpContact, SchoolNotice } from './common-parts.tsx';
import { BottomBar, type Place } from './bottom-bar.tsx';
import { HelpButton } from '../help/help-button.tsx';
import { Bell } from '../notifications/bell.tsx';
import {
  Bar,
  BellPlace,
  Content,
  End,
  Foot,
  Frame,
  Head,
  Main,
  MarkPlace,
  OnDesktop,
  OnPhone,
  Side,
  Stays,
  Tools,
} from './frame-parts.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { navText, SideNav } from './side-nav.tsx';
import { SidePart } from './side-part.tsx';
import { useTitleHidden } from './use-title-hidden.ts';
import { UserMenuButton } from './user-menu-button.tsx';

const BarDate = lazyPart(() =>
  import(/* webpackChunkName: "inside" */ '../dashboard/bar-date.tsx').then((file) => file.BarDate),
);
const Finder = lazyPart(() => import('../finder/finder.tsx').then((file) => file.Finder));
const Drawer = lazyPart(() => import('@gerbang/ui/drawer').then((file) => file.Drawer));

const PENDING = <PageSkeleton />;

/** Where something waits for the family, as far as the dashboard has been read already. */
function useWaiting(): readonly Place[] {
  const { data } = useDashboard(false);
  const pays = data?.admission?.parent?.tasks.some(
    ({ kind }) => kind === 'fee_rejected' || kind === 'fee_unpaid',
  );
  const places: Place[] = [];
  if (pays) places.push('/registrations');
  if (data?.billing?.parent?.next_payment) places.push('/tagihan');
  return places;
}

/** The frame of all logged-in pages: navigation, bar with the user menu, breadcrumbs, title, content. */
export function AppFrame({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { pathname } = useLocation();
  useSessionWatch();
  useEffect(startWorker, []);
  const waiting = useWaiting();
  const titleHidden = useTitleHidden(pathname);
  // Where the page would be cramped beside it, the wide navigation opens over the page instead.
  const roomy = useMedia('(min-width: 1024px)');
  const [folded, setFolded] = useState(() => remembered('sidebar') === 'narrow');
  const narrow = folded || !roomy;
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never');
  if (!user) return null;
  // Until the temporary password is changed or a second factor is set, the one page to go to says why.
  const bound = dutyOf(user) !== null;
  const page = pageAt(pathname);
  const family = user.role === 'wali_murid';
  const task = page?.task === true;
  const board = !family && pathname === '/dashboard';
  const crumbs = (page ? crumbsOf(page) : []).map((label, index) =>
    index === 0 ? { label, to: '/dashboard' } : { label },
  );
  const toggle = () => {
    if (!roomy) return setDrawer('open');
    remember('sidebar', folded ? 'wide' : 'narrow');
    setFolded(!folded);
  };

  return (
    <Frame>
      <FirstPaintEnd />
      <SkipLink to="isi" label={copy.skip} />
      {bound ? null : (
        <Side $narrow={narrow}>
          <Stays>
            <SideNav user={user} narrow={narrow} />
          </Stays>
        </Side>
      )}
      {drawer === 'never' ? null : (
        <SidePart>
          <Drawer label={navText.label} isOpen={drawer === 'open'} onClose={() => setDrawer('closed')}>
            <SideNav user={user} onFollow={() => setDrawer('closed')} />
          </Drawer>
        </SidePart>
      )}
      <Content>
        <Bar $list={page?.list} $lined={titleHidden}>
          <OnPhone>
            {bound ? null : family ? (
              <MarkPlace>
                <Brand compact />
              </MarkPlace>
            ) : (
              <IconButton label={navText.open} aria-haspopup="dialog" onClick={() => setDrawer('open')}>
                <MenuIcon size={22} aria-hidden="true" />
              </IconButton>
            )}
            <b>{page && (task || titleHidden) ? page.title : publicInfo.name}</b>
          </OnPhone>
          <OnDesktop>
            {bound ? (
              <Brand />
            ) : (
              <>
                <IconButton
                  label={narrow ? navText.expand : navText.collapse}
                  aria-expanded={!narrow}
                  aria-haspopup={roomy ? undefined : 'dialog'}
                  onClick={toggle}
                >
                  {narrow ? (
                    <PanelLeftOpen size={20} aria-hidden="true" />
                  ) : (
                    <PanelLeftClose size={20} aria-hidden="true" />
                  )}
                </IconButton>
                {board ? (
                  <SidePart>
                    <BarDate name={user.name || copy.fallbackName} />
                  </SidePart>
                ) : null}
              </>
            )}
          </OnDesktop>
          <End>
            {bound || family ? null : (
              <SidePart>
                <Finder user={user} />
              </SidePart>
            )}
            {page ? <HelpButton key={page.path} page={page} family={family} /> : null}
            {bound ? null : (
              <BellPlace $task={task}>
                <Bell key={user.id} />
              </BellPlace>
            )}
            <UserMenuButton user={user} />
          </End>
        </Bar>
        <Main id="isi" tabIndex={-1} $list={page?.list}>
          <OfflineBanner />
          {family ? <SchoolNotice /> : null}
          {page ? (
            <Head
              data-task={task || undefined}
              $inBar={board}
              $list={page.list}
              $quiet={family && pathname === '/dashboard'}
            >
              <div>
                <Breadcrumbs crumbs={crumbs} link={Link} />
                <PageHeader title={page.title} description={PAGE_DESCRIPTIONS[page.path]} />
              </div>
              {page.list ? <Tools id={PAGE_TOOLS} /> : null}
            </Head>
          ) : null}
          <PendingPage value={PENDING}>
            <Suspense fallback={PENDING}>{children}</Suspense>
          </PendingPage>
        </Main>
        {family ? (
          <Foot>
            <HelpContact />
          </Foot>
        ) : null}
        {family && !bound && !task ? (
          <BottomBar pathname={pathname} waiting={waiting} onMore={() => setDrawer('open')} />
        ) : null}
      </Content>
    </Frame>
  );
}

/** The frame, with what stands in the bar of the staff's dashboard where the first paint was drawn for them. */
export async function appFrame(): Promise<typeof AppFrame> {
  if (document.documentElement.dataset.frame === 'staff' && location.pathname === '/dashboard')
    await BarDate.load();
  return AppFrame;
}
