import { IconButton } from '@gerbang/ui/button';
import { Row } from '@gerbang/ui/layout';
import { ArrowLeft, ChevronDown, ChevronUp, X } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { deskCopy as copy } from './desk.copy.ts';
import type { Opened } from '../lists/use-opened.ts';

// Where a panel as high as the window would leave no room to read, the page scrolls, and the buttons stay at its foot.
const FLOWING = '(max-width: 699.98px), (max-width: 1199.98px) and (max-height: 639.98px)';

const Panel = styled.section`
  position: sticky;
  inset-block-start: 8px;
  display: flex;
  flex-direction: column;
  gap: 12px;
  height: var(--room, calc(100dvh - 16px));
  padding: 14px 20px;
  border: 1px solid var(--border-subtle);
  border-radius: 14px;
  background: var(--bg-surface);
  outline: none;
  h2 {
    font-size: 1.125rem;
    line-height: 1.45;
  }
  @media (max-width: 1199.98px) {
    margin-block-end: -56px;
  }
  @media ${FLOWING} {
    position: static;
    height: auto;
    min-height: calc(100dvh - 64px);
    margin-block-end: -64px;
    padding-block-end: 0;
  }
  @media (max-width: 699.98px) {
    margin-inline: -16px;
    padding: 4px 16px 0;
    border: 0;
    border-radius: 0;
  }
`;

const Head = styled.header`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: start;
  > h2 {
    grid-area: 1 / 2;
  }
  > nav {
    grid-area: 1 / 3 / span 2;
    margin-inline-start: 8px;
  }
  /* On phones what is below the title has the whole width. */
  @media (max-width: 699.98px) {
    align-items: center;
    > nav {
      grid-area: 1 / 3;
    }
  }
`;

const About = styled.div`
  grid-area: 2 / 2;
  @media (max-width: 699.98px) {
    grid-area: 2 / 1 / auto / span 3;
  }
`;

const Inside = styled.div`
  flex: 1 1 auto;
  min-height: 0;
  overflow: auto;
  /* The room of what can be taken back, which stands above the buttons. */
  @media (max-width: 1199.98px) {
    html:has([data-undo]) & {
      margin-block-end: 64px;
    }
  }
  @media ${FLOWING} {
    overflow: visible;
  }
`;

const Foot = styled.div`
  &:empty {
    display: none;
  }
  @media ${FLOWING} {
    position: sticky;
    inset-block-end: 0;
    z-index: 1;
    padding-block-end: max(12px, env(safe-area-inset-bottom));
    background: var(--bg-surface);
    /* What has the focus is not hidden behind the buttons. */
    html:has(&:not(:empty)) {
      scroll-padding-block-end: 148px;
    }
  }
`;

const Beside = styled.span`
  display: none;
  @media (min-width: 1200px) {
    display: contents;
  }
`;

const InPlace = styled.span`
  grid-area: 1 / 1 / span 2;
  margin-inline: -10px 4px;
  @media (max-width: 699.98px) {
    grid-area: 1 / 1;
  }
  @media (min-width: 1200px) {
    display: none;
  }
`;

const EDGE = 8;

/** As high as the window below its beginning, so that its foot is always in sight. */
function useFittedHeight() {
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const fit = () => {
      const element = panel.current;
      if (!element) return;
      const top = Math.max(EDGE, element.getBoundingClientRect().top);
      element.style.setProperty('--room', `${Math.max(360, window.innerHeight - top - EDGE)}px`);
    };
    fit();
    window.addEventListener('scroll', fit, { passive: true });
    window.addEventListener('resize', fit);
    return () => {
      window.removeEventListener('scroll', fit);
      window.removeEventListener('resize', fit);
    };
  }, []);
  return panel;
}

/** The open row beside its list or in its place: head with the way to its neighbours, what is in it, and its buttons. */
export function DeskPanel({
  label,
  title,
  about = null,
  opened,
  position = null,
  foot = null,
  children,
}: {
  label: string;
  title: string;
  /** Below the title. */
  about?: ReactNode;
  opened: Opened;
  position?: { readonly at: number; readonly of: number } | null;
  foot?: ReactNode;
  children: ReactNode;
}) {
  const panel = useFittedHeight();
  // The focus follows into the panel when it opens, and stays where it is from one row to the next.
  useEffect(() => panel.current?.focus({ preventScroll: true }), [panel]);
  return (
    <Panel ref={panel} tabIndex={-1} aria-label={label}>
      <Head>
        <InPlace>
          <IconButton label={copy.back} onClick={opened.close}>
            <ArrowLeft size={20} aria-hidden="true" />
          </IconButton>
        </InPlace>
        <h2 aria-live="polite">{title}</h2>
        <About>{about}</About>
        <Row as="nav" $align="center" $gap={2} aria-label={copy.steps}>
          {position ? <span>{copy.position(position.at, position.of)}</span> : null}
          <IconButton
            label={copy.previous}
            aria-keyshortcuts="k"
            aria-disabled={!opened.hasPrevious}
            onClick={opened.toPrevious}
          >
            <ChevronUp size={20} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={copy.next}
            aria-keyshortcuts="j"
            aria-disabled={!opened.hasNext}
            onClick={opened.toNext}
          >
            <ChevronDown size={20} aria-hidden="true" />
          </IconButton>
          <Beside>
            <IconButton label={copy.close} onClick={opened.close}>
              <X size={20} aria-hidden="true" />
            </IconButton>
          </Beside>
        </Row>
      </Head>
      <Inside>{children}</Inside>
      <Foot data-desk-foot>{foot}</Foot>
    </Panel>
  );
}
