import { hiddenCss } from '@gerbang/ui/visually-hidden';
import { PAGE_TOOLS } from '@gerbang/web-kit/lists/page-tools.tsx';
import { css, styled } from 'styled-components';

/** The places of the frame of all logged-in pages: the program's (app-frame) and the first paint's. */
export const Frame = styled.div`
  @media (min-width: 768px) {
    display: flex;
  }
`;

// As long as the page; what is in it stays in sight.
export const Side = styled.aside<{ $narrow: boolean }>`
  display: none;
  @media screen and (min-width: 768px) {
    display: block;
    flex: none;
    width: ${(props) => (props.$narrow ? 64 : 256)}px;
    min-height: 100dvh;
    background: var(--bg-surface);
    border-inline-end: 1px solid var(--border-subtle);
    transition: width 200ms;
  }
`;

export const Stays = styled.div`
  position: sticky;
  inset-block-start: 0;
  height: 100dvh;
`;

export const Content = styled.div`
  display: flex;
  flex-direction: column;
  flex: 1;
  min-width: 0;
  @media screen {
    min-height: 100dvh;
  }
  @media (max-width: 767.98px) {
    &:has([data-bottom-bar]) {
      --bottom-bar: calc(57px + env(safe-area-inset-bottom));
    }
  }
`;

/** The mark in the bar of a phone, as wide as a button. */
export const MarkPlace = styled.span`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
`;

// On the pages of lists the title stands in the bar, between its buttons: the rows begin higher.
const overBar = css`
  position: relative;
  pointer-events: none;
  > * {
    pointer-events: auto;
  }
`;

const underBar = css`
  gap: 0;
  max-width: 1680px;
  padding-block-start: 0;
  /* On paper there is no bar. */
  @media screen {
    margin-block-start: -64px;
  }
`;

const besideButtons = css`
  display: flex;
  align-items: center;
  gap: 16px;
  min-height: 64px;
  @media screen {
    margin-inline: 44px 184px;
  }
  /* Beside a search and two buttons a tablet that stands has no room for the path. */
  @media (max-width: 899.98px) {
    &:has(#${PAGE_TOOLS} > * > button:nth-child(3) + button) nav {
      ${hiddenCss}
    }
  }
`;

const withoutWords = css`
  h1 + p {
    display: none;
  }
`;

/** On phones a line sets it off from what has been scrolled under it (`$lined`). */
export const Bar = styled.header<{ $list?: boolean; $lined?: boolean }>`
  position: sticky;
  z-index: 10;
  inset-block-start: 0;
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 56px;
  padding: 6px 12px;
  background: var(--bg-page);
  border-block-end: 1px solid ${({ $lined }) => ($lined ? 'var(--border-subtle)' : 'transparent')};
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
    ${({ $list }) => ($list ? overBar : '')}
    html[data-list] & {
      ${overBar}
    }
  }
  @media print {
    display: none;
  }
`;

/** What stands at the end of the bar. */
export const End = styled.span`
  display: flex;
  flex: none;
`;

/** Leads elsewhere: on a phone, where there is little room, a task's bar is without it. */
export const BellPlace = styled.span<{ $task: boolean }>`
  display: contents;
  @media (max-width: 767.98px) {
    display: ${({ $task }) => ($task ? 'none' : 'contents')};
  }
`;

export const OnPhone = styled.span`
  display: contents;
  @media (min-width: 768px) {
    display: none;
  }
`;

export const OnDesktop = styled.span`
  display: none;
  @media (min-width: 768px) {
    display: flex;
    align-items: center;
    gap: 12px;
  }
`;

export const Main = styled.main<{ $list?: boolean }>`
  flex: 1;
  display: grid;
  align-content: start;
  gap: 12px;
  width: 100%;
  max-width: 1200px;
  padding: 4px 16px 64px;
  outline: none;
  /* Waits for words; until then it takes no gap. */
  > [role='status']:empty {
    position: absolute;
  }
  @media (min-width: 768px) {
    gap: 24px;
    padding: 8px 24px 64px;
    ${({ $list }) => ($list ? underBar : '')}
    html[data-list] & {
      ${underBar}
    }
  }
  /* The sheet has margins of its own. */
  @media print {
    padding: 0;
  }
`;

/**
 * Title and path of a page. A task's stands in the bar of a phone instead; on desktops the bar greets on the staff's dashboard
 * (`$inBar`), whose title is then for screen readers; a list's has its search and buttons beside it. A family's
 * dashboard greets with large words of its own: there the title is only heard (`$quiet`).
 */
export const Head = styled.div<{ $inBar?: boolean; $list?: boolean; $quiet?: boolean }>`
  display: grid;
  gap: 12px;
  ${({ $list }) => ($list ? withoutWords : '')}
  html[data-list] & {
    ${withoutWords}
  }
  @media (max-width: 767.98px) {
    &[data-task],
    html[data-task] #first-frame & {
      ${hiddenCss}
    }
  }
  @media (min-width: 768px) {
    ${({ $inBar }) => ($inBar ? hiddenCss : '')}
    ${({ $list }) => ($list ? besideButtons : '')}
    html[data-list] & {
      ${besideButtons}
    }
  }
  ${({ $quiet }) => ($quiet ? hiddenCss : '')}
  @media (max-width: 767.98px) {
    ${Main}:has([data-desk]) & {
      ${hiddenCss}
    }
  }
`;

/** Takes the room beside the title; what belongs to a list goes with it while a record stands in its place. */
export const Tools = styled.div`
  flex: 1;
  min-width: 0;
  /* Of a list's tools its count alone is printed. */
  @media print {
    > * > :not([role='status']) {
      display: none;
    }
  }
  @media (max-width: 1199.98px) {
    ${Main}:has([data-desk]) & {
      display: none;
    }
  }
`;

/** Below the content, and not to be seen while a part of it still waits: the rest would push it down. */
export const Foot = styled.div`
  ${Main}:has([data-waiting]) ~ & {
    visibility: hidden;
  }
`;

const Square = styled.span`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: 36px;
  height: 36px;
  border-radius: 10px;
  background: var(--tone-accent-bg);
  color: var(--tone-accent-fg);
  font-size: 0.8125rem;
  font-weight: 650;
  &::before {
    content: attr(data-initials) / '';
  }
`;

/** Initials in a square: drawn by CSS, because the name beside it or the button's label is text already. */
export function Avatar({ initials = '' }: { initials?: string }) {
  return <Square aria-hidden="true" data-initials={initials} />;
}
