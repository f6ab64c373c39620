import { Button, IconButton } from '@gerbang/ui/button';
import { Quiet } from '@gerbang/ui/layout';
import { ExternalLink, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { deskCopy as copy } from '../../desk.copy.ts';
import { fileCopy } from '../../files/upload.copy.ts';
import { useShortcuts } from '../../shortcuts.ts';

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

/** A proof to be shown now, or to be loaded for later. */
interface PaneProof {
  readonly proof_url: string | null;
  readonly proof_filename: string | null;
}

const isPdf = ({ proof_filename: name }: PaneProof) => name?.toLowerCase().endsWith('.pdf') ?? false;

/**
 * The proof, with zoom, rotation and the whole window. Those in `ahead` are loaded and hidden: the element stays when its
 * turn comes, so that it is there at once.
 */
export function ProofPane({
  proof,
  ahead = [],
  keys,
}: {
  proof: PaneProof;
  ahead?: readonly PaneProof[];
  keys: boolean;
}) {
  const url = proof.proof_url;
  const [view, setView] = useState({ url, step: 0, turn: 0 });
  const [full, setFull] = useState(false);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  // Another proof begins as it is.
  const { step, turn } = view.url === url ? view : { step: 0, turn: 0 };
  const look = (next: { step?: number; turn?: number }) => setView({ url, step, turn, ...next });
  useShortcuts({ f: () => setFull(!full) }, keys && url !== null);
  useEffect(() => {
    if (!full) return;
    const close = (event: KeyboardEvent) => (event.key === 'Escape' ? setFull(false) : undefined);
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [full]);

  if (url === null) return <Quiet>{copy.noProof}</Quiet>;
  const shown = !isPdf(proof) && unreadable !== url;
  const urls = [...new Set([proof, ...ahead].flatMap((one) => (isPdf(one) ? [] : (one.proof_url ?? []))))];
  const zoom =
    step === 0 ? { maxWidth: '100%', maxHeight: '100%' } : { width: `${ZOOMS[step]}%`, maxWidth: 'none' };
  return (
    <Pane data-full={full || undefined}>
      {/* Scrolled by keyboard too once it is larger than its window. */}
      <Window
        tabIndex={0}
        role="group"
        aria-label={fileCopy.proof}
        style={step === 0 ? { gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)' } : undefined}
      >
        {urls.map((one) => (
          <img
            key={one}
            src={one}
            alt={fileCopy.proof}
            hidden={one !== url || !shown}
            style={{ ...zoom, transform: `rotate(${turn * 90}deg)` }}
            onError={() => setUnreadable(one)}
          />
        ))}
        {shown ? null : <Quiet>{isPdf(proof) ? proof.proof_filename : fileCopy.unreadable}</Quiet>}
      </Window>
      <Tools>
        <IconButton
          label={copy.zoomOut}
          aria-disabled={step === 0}
          onClick={() => look({ step: Math.max(0, step - 1) })}
        >
          <ZoomOut size={20} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={copy.zoomIn}
          aria-disabled={step === ZOOMS.length - 1}
          onClick={() => look({ step: Math.min(ZOOMS.length - 1, step + 1) })}
        >
          <ZoomIn size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={copy.rotate} onClick={() => look({ turn: turn + 1 })}>
          <RotateCw size={20} aria-hidden="true" />
        </IconButton>
        <Button
          small
          variant="secondary"
          aria-keyshortcuts={keys ? 'f' : undefined}
          aria-pressed={full}
          onClick={() => setFull(!full)}
        >
          {full ? copy.notFull : copy.full} {keys ? <kbd>F</kbd> : null}
        </Button>
        <Link
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={fileCopy.openProof}
          title={fileCopy.openProof}
        >
          <ExternalLink size={18} aria-hidden="true" />
        </Link>
      </Tools>
    </Pane>
  );
}
