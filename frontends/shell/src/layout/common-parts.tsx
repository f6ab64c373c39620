import { Banner } from '@gerbang/ui/banner';
import { LogoMark } from '@gerbang/ui/brand';
import { styled } from 'styled-components';
import { copy } from '../copy.ts';
import { publicInfo } from '../public-info.ts';

const Foot = styled.footer`
  padding: 0 16px 32px;
  text-align: center;
  &[hidden] {
    display: none;
  }
  a {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
  }
`;

/** The chat with this number; digits only, as WhatsApp's links want it. */
function chatAddress(whatsapp: string): string {
  return `https://wa.me/${whatsapp.replace(/\D/gu, '')}`;
}

/**
 * The contact for help, in the same place on every parent's and public page (WCAG 2.2, 3.2.6). In the page's
 * own markup it is hidden until its script knows the number.
 */
export function HelpContact() {
  const { whatsapp } = publicInfo;
  return (
    <Foot data-public-contact="" hidden={whatsapp === null}>
      <a href={whatsapp === null ? undefined : chatAddress(whatsapp)} target="_blank" rel="noreferrer">
        {copy.help}
      </a>
    </Foot>
  );
}

const Small = styled(Foot)`
  a {
    font-size: 0.8125rem;
    color: var(--text-secondary);
  }
`;

/** The licences of the packages that the browser gets a part of, as those licences ask. */
export function Notices() {
  return (
    <Small as="aside">
      <a href="/assets/third-party-notices.txt">{copy.notices}</a>
    </Small>
  );
}

const Note = styled.p`
  margin-block: 4px 20px;
  white-space: pre-line;
  &[hidden] {
    display: none;
  }
`;

/** The school's own words beside the login; as plain text, in the lines that they were typed in. */
export function SchoolNote() {
  return (
    <Note data-public-note="" hidden={publicInfo.note === null}>
      {publicInfo.note}
    </Note>
  );
}

/** Says that the portal is being prepared, until the school has been set up. */
export function SchoolNotice() {
  return (
    <div data-public-notice="" hidden={publicInfo.notice === null}>
      <Banner tone="info">
        <span>{publicInfo.notice}</span>
      </Banner>
    </div>
  );
}

const Mark = styled.span`
  flex: none;
  img {
    width: 36px;
    height: 36px;
    border-radius: 10px;
    object-fit: contain;
  }
`;

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
      <Mark data-public-mark="">
        {publicInfo.logo === null ? <LogoMark /> : <img src={publicInfo.logo} alt="" />}
      </Mark>
      {compact ? null : (
        <Names>
          <b>{copy.product}</b>
          <span data-public-name="">{publicInfo.name}</span>
        </Names>
      )}
    </Row>
  );
}
