import { SkipLink } from '@gerbang/ui/skip-link';
import { Motif } from '@gerbang/ui/brand';
import { Spinner } from '@gerbang/ui/spinner';
import { Link } from '@gerbang/web-kit/page/router';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { copy } from '../copy.ts';
import { Brand, HelpContact, Notices, SchoolNotice } from './common-parts.tsx';

const Top = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 16px;
  min-height: 64px;
  padding: 8px 16px;
  background: var(--bg-surface);
  border-block-end: 1px solid var(--border-subtle);
  a {
    display: inline-flex;
    min-height: 44px;
    color: inherit;
    text-decoration: none;
  }
  @media (min-width: 768px) {
    padding: 8px 32px;
  }
`;

const Waiting = styled.span`
  color: var(--text-link);
  display: inline-grid;
`;

const Noticed = styled.div`
  [data-public-notice] {
    margin-block-end: 24px;
  }
`;

const Main = styled.main<{ $wide: boolean }>`
  max-width: ${(props) => (props.$wide ? 1120 : 512)}px;
  margin-inline: auto;
  padding: 24px 16px 40px;
  outline: none;
  @media (min-width: 768px) {
    padding: 32px ${(props) => (props.$wide ? 32 : 16)}px 40px;
  }
`;

/** The frame of the public pages: brand, motif, content; `waiting` shows the spinner of a loading user state. */
export function PublicFrame({
  wide = false,
  waiting = false,
  children,
}: {
  wide?: boolean;
  waiting?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <SkipLink to="isi" label={copy.skip} />
      <Top>
        <Link to="/">
          <Brand />
        </Link>
        {waiting ? (
          <Waiting role="status">
            <Spinner size={24} label={copy.loading} />
          </Waiting>
        ) : null}
      </Top>
      <Motif />
      <Main id="isi" tabIndex={-1} $wide={wide}>
        <Noticed>
          <SchoolNotice />
        </Noticed>
        {children}
      </Main>
      <HelpContact />
      <Notices />
    </>
  );
}
