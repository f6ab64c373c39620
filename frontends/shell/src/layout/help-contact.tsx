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
export function chatAddress(whatsapp: string): string {
  return `https://wa.me/${whatsapp.replace(/\D/gu, '')}`;
}

/**
 * The contact for help, in the same place on every parent's and public page (WCAG 2.2, 3.2.6). In the page's
 * own markup it is hidden until its script knows the number (page-template.mjs).
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
