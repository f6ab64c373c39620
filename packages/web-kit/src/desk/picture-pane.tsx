import { IconButton } from '@gerbang/ui/button';
import { Quiet } from '@gerbang/ui/layout';
import { ExternalLink, Maximize2, Minimize2, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { deskCopy as copy } from './desk.copy.ts';
import { Key } from './desk-foot.tsx';
import { fileCopy } from '../files/upload.copy.ts';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import { useCovering } from './use-covering.ts';

const Pane = styled.div`
  display: grid;
  grid-template-rows: minmax(0, 1fr) auto;
  gap: 8px;
  min-height: 0;
  &[data-full] {
    position: fixed;
    inset: 0;
    z-index: 40;
    padding: 12px;
    background: var(--bg-page);
  }
  /* The tools stand above what can be taken back. */
  html:has([data-undo]) &[data-full] {
    padding-block-end: 68px;
  }
`;

const Window = styled.div`
  min-height: 160px;
  overflow: auto;
  display: grid;
  place-items: center;
  border-radius: 12px;
  background: var(--bg-subtle);
  img {
    display: block;
  }
  img[hidden] {
    display: none;
  }
`;

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 4px;
  > :is(a, button) {
    min-width: 36px;
    height: 36px;
  }
  > [aria-label] {
    width: 36px;
  }
`;

const Link = styled.a`
  display: inline-grid;
  place-items: center;
`;

const ZOOMS = [100, 150, 200, 300] as const;

/** What is shown of a file. */
export interface Shown {
  readonly url: string;
  /** In place of a picture, where the browser shows none inside a page: a PDF. */
  readonly text: string | null;
  /** What is on it, for screen readers. */
  readonly name: string;
}

/** What the buttons say. */
interface Words {
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly rotate: string;
  readonly open: string;
}

/**
 * A picture with zoom, rotation and the whole window. Those in `ahead` are loaded and hidden: the element stays when its
 * turn comes, so that it is there at once.
 */
export function PicturePane({
  shown,
  ahead = [],
  keys,
  turnKey,
  words,
  children,
}: {
  shown: Shown;
  /** Addresses of pictures that are shown later. */
  ahead?: readonly string[];
  /** Whether F opens the whole window. */
  keys: boolean;
  /** The key that turns the picture; absent = none does. */
  turnKey?: string;
  words: Words;
  /** More tools, before the others. */
  children?: ReactNode;
}) {
  const { url, text, name } = shown;
  const [view, setView] = useState({ url, step: 0, turn: 0 });
  const [full, setFull] = useState(false);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  // Another picture begins as it is.
  const { step, turn } = view.url === url ? view : { step: 0, turn: 0 };
  const look = (next: { step?: number; turn?: number }) => setView({ url, step, turn, ...next });
  const rotate = () => look({ turn: turn + 1 });
  const larger = () => look({ step: Math.min(ZOOMS.length - 1, step + 1) });
  const smaller = () => look({ step: Math.max(0, step - 1) });
  useShortcuts(
    {
      f: () => setFull(!full),
      ...(turnKey ? { [turnKey]: rotate, '+': larger, '=': larger, '-': smaller } : {}),
    },
    keys,
  );
  const pane = useRef<HTMLDivElement>(null);
  useCovering(
    pane,
    full,
    useCallback(() => setFull(false), []),
  );

  const isPicture = text === null && unreadable !== url;
  const urls = [...new Set(text === null ? [url, ...ahead] : ahead)];
  const zoom =
    step === 0 ? { maxWidth: '100%', maxHeight: '100%' } : { width: `${ZOOMS[step]}%`, maxWidth: 'none' };
  return (
    <Pane
      ref={pane}
      {...(full && { 'data-full': true, role: 'dialog', 'aria-modal': true, 'aria-label': name })}
    >
      {/* Scrolled by keyboard too once it is larger than its window. */}
      <Window
        tabIndex={0}
        role="group"
        aria-label={name}
        style={step === 0 ? { gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)' } : undefined}
      >
        {urls.map((one) => (
          <img
            key={one}
            src={one}
            alt={name}
            hidden={one !== url || !isPicture}
            style={{ ...zoom, transform: `rotate(${turn * 90}deg)` }}
            onError={() => setUnreadable(one)}
          />
        ))}
        {isPicture ? null : <Quiet>{text ?? fileCopy.unreadable}</Quiet>}
      </Window>
      <Tools>
        {children}
        <IconButton label={words.zoomOut} aria-disabled={step === 0} onClick={smaller}>
          <ZoomOut size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={words.zoomIn} aria-disabled={step === ZOOMS.length - 1} onClick={larger}>
          <ZoomIn size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={words.rotate} aria-keyshortcuts={keys ? turnKey : undefined} onClick={rotate}>
          <RotateCw size={20} aria-hidden="true" />
        </IconButton>
        <Link href={url} target="_blank" rel="noreferrer" aria-label={words.open} title={words.open}>
          <ExternalLink size={18} aria-hidden="true" />
        </Link>
        <IconButton
          label={full ? copy.notFull : copy.full}
          aria-keyshortcuts={keys ? 'f' : undefined}
          onClick={() => setFull(!full)}
        >
          {full ? <Minimize2 size={20} aria-hidden="true" /> : <Maximize2 size={20} aria-hidden="true" />}
        </IconButton>
        {keys ? <Key aria-hidden="true">F</Key> : null}
      </Tools>
    </Pane>
  );
}
