import { Breadcrumbs } from '@gerbang/ui/breadcrumbs';
import { PageHeader } from '@gerbang/ui/page-header';
import { hiddenCss } from '@gerbang/ui/visually-hidden';
import { Link } from '@gerbang/web-kit/page/router';
import { styled } from 'styled-components';
import { PageSkeleton } from './page-skeleton.tsx';
import { publicInfo } from '../public-info.ts';
import { Greeting, Stack } from '../dashboard/dashboard-page.tsx';
import {
  Bar,
  Content,
  End,
  Frame,
  Head,
  Main,
  MarkPlace,
  OnDesktop,
  OnPhone,
  Side,
  Avatar,
} from './frame-parts.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Brand, HelpContact } from './common-parts.tsx';

/** What the page's script shows or hides: by whose frame it is, or because the page has none of it. */
const Part = styled.div`
  &[hidden],
  html[data-frame='staff'] &[data-of='family'],
  html[data-task] &[data-elsewhere] {
    display: none;
  }
`;

// As wide as the program will make it.
const Place = styled(Side)`
  @media (max-width: 1023.98px) {
    width: 64px;
  }
  html[data-side='narrow'] & {
    width: 64px;
  }
`;

/** Of a family's dashboard the greeting is the top. */
const Top = styled(Head)`
  html:not([data-frame='staff']) &:has(~ [data-first-dashboard]:not([hidden])) {
    ${hiddenCss}
  }
`;

const Button = styled.span`
  width: 44px;
  height: 44px;
  display: grid;
  place-items: center;
`;

/**
 * A page behind the login before its program has loaded: the frame with the page's own title, in the positions
 * where the program draws them. A script of the page fills in what the gateway knows about the address.
 */
export function FramePlaceholder() {
  return (
    <Frame>
      <Place as="div" $narrow={false} />
      <Content>
        <Bar>
          <OnPhone>
            <MarkPlace>
              <Part data-of="family">
                <Brand compact />
              </Part>
            </MarkPlace>
            <b data-public-name="">{publicInfo.name}</b>
          </OnPhone>
          <OnDesktop>
            <Button />
          </OnDesktop>
          <End>
            <Button />
            <Part data-elsewhere="">
              <Button />
            </Part>
            <Button>
              <Avatar />
            </Button>
          </End>
        </Bar>
        <Main as="div">
          <Top>
            <div>
              <Part data-first-crumbs="" hidden>
                <Breadcrumbs crumbs={[{ label: '-', to: '/dashboard' }, { label: '--' }]} link={Link} />
              </Part>
              <PageHeader title="-" description="-" />
            </div>
          </Top>
          <Part data-of="family" data-first-dashboard="" hidden>
            <Stack>
              <header>
                <Greeting today="-" />
              </header>
            </Stack>
          </Part>
          <PageSkeleton />
        </Main>
        <Part data-of="family">
          <HelpContact />
        </Part>
        <Part data-of="family" data-elsewhere="">
          <BottomBar pathname="" />
        </Part>
      </Content>
    </Frame>
  );
}
