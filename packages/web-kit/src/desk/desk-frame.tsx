import { IconButton } from '@gerbang/ui/button';
import { Row } from '@gerbang/ui/layout';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { deskCopy as copy } from './desk.copy.ts';
import type { Opened } from '../lists/use-opened.ts';

const WIDE = '(min-width: 1200px)';

/**
 * Whether there is room for a panel beside the list. While something is typed and not sent the answer stays, because what
 * is typed would go with the panel or the sheet around it.
 */
export function useRoomBeside(): boolean {
  const [beside, setBeside] = useState(() => globalThis.matchMedia?.(WIDE).matches ?? false);
  useEffect(() => {
    const query = globalThis.matchMedia?.(WIDE);
    const fit = () => {
      if (query && !document.querySelector('[data-unsaved]')) setBeside(query.matches);
    };
    query?.addEventListener('change', fit);
    // A form that was sent or left gives the focus back.
    document.addEventListener('focusin', fit);
    return () => {
      query?.removeEventListener('change', fit);
      document.removeEventListener('focusin', fit);
    };
  }, []);
  return beside;
}

const COLUMNS = { list: 'minmax(0, 1fr) 508px', panel: '288px minmax(0, 1fr)' } as const;

const Grid = styled.div<{ $columns: string }>`
  display: grid;
  grid-template-columns: ${({ $columns }) => $columns};
  gap: 16px;
  align-items: start;
`;

/** The list with the panel of the open row to its right; the list stays the same element, with its typed search. */
export function DeskFrame({
  list,
  panel,
  wide = 'list',
}: {
  list: ReactNode;
  panel: ReactNode;
  /** Which of the two takes the room that is left. */
  wide?: keyof typeof COLUMNS;
}) {
  return (
    <Grid $columns={panel === null ? 'minmax(0, 1fr)' : COLUMNS[wide]}>
      <div>{list}</div>
      {panel}
    </Grid>
  );
}

const Panel = styled.section`
  position: sticky;
  inset-block-start: 8px;
  display: grid;
  grid-template-rows: auto minmax(0, 1fr) auto;
  gap: 12px;
  height: calc(100dvh - 16px);
  padding: 14px 20px;
  border: 1px solid var(--border-subtle);
  border-radius: 14px;
  background: var(--bg-surface);
  outline: none;
  h2 {
    font-size: 1.125rem;
    line-height: 1.45;
  }
`;

const Inside = styled.div`
  min-height: 0;
  overflow: auto;
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
      element.style.height = `${Math.max(360, window.innerHeight - top - EDGE)}px`;
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

/** The open row beside its list: head with the way to its neighbours, what is in it, and its buttons. */
export function DeskPanel({
  label,
  title,
  about,
  opened,
  position,
  foot,
  children,
}: {
  label: string;
  title: string;
  /** Below the title. */
  about: ReactNode;
  opened: Opened;
  position: { readonly at: number; readonly of: number } | null;
  foot: ReactNode;
  children: ReactNode;
}) {
  const panel = useFittedHeight();
  // The focus follows into the panel when it opens, and stays where it is from one row to the next.
  useEffect(() => panel.current?.focus({ preventScroll: true }), [panel]);
  return (
    <Panel ref={panel} tabIndex={-1} aria-label={label}>
      <header>
        <Row $justify="between" $align="start">
          <div style={{ flex: 1, minWidth: 0 }}>
            <h2 aria-live="polite">{title}</h2>
            {about}
          </div>
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
            <IconButton label={copy.close} onClick={opened.close}>
              <X size={20} aria-hidden="true" />
            </IconButton>
          </Row>
        </Row>
      </header>
      <Inside>{children}</Inside>
      {foot}
    </Panel>
  );
}
