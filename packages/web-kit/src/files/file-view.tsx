import { IconButton } from '@gerbang/ui/button';
import { IconLink, Stack } from '@gerbang/ui/layout';
import { ExternalLink, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { fileCopy as copy } from './upload.copy.ts';

export const Picture = styled.img`
  max-width: 100%;
  max-height: 360px;
  justify-self: start;
  border: 1px solid var(--border-subtle);
  border-radius: 10px;
`;

const Window = styled.div`
  max-height: min(60dvh, 560px);
  overflow: auto;
  border: 1px solid var(--border-subtle);
  border-radius: 10px;
  background: var(--bg-subtle);
  img {
    display: block;
    margin-inline: auto;
  }
`;

const Tools = styled.div`
  display: flex;
  align-items: center;
  gap: 4px;
  font-feature-settings: 'tnum';
`;

const ZOOMS = [100, 150, 200, 300] as const;
const PICTURE = /\.(?:jpe?g|png|gif|webp)$/iu;

/** Whether a browser can show the file inside a page. */
export function isPicture(name: string): boolean {
  return PICTURE.test(name);
}

/** A proof: a picture, with a magnifier where it is examined; a PDF, which phones cannot show inside a page, in a tab. */
export function FileView({ url, name, zoom = false }: { url: string; name: string | null; zoom?: boolean }) {
  const [unreadable, setUnreadable] = useState(false);
  const shown = !(name?.toLowerCase().endsWith('.pdf') ?? false) && !unreadable;
  const fail = () => setUnreadable(true);
  return (
    <Stack $gap={12}>
      {shown && zoom ? <Magnifier url={url} onError={fail} /> : null}
      {shown && !zoom ? <Picture src={url} alt={copy.proof} onError={fail} /> : null}
      {unreadable ? <p role="status">{copy.unreadable}</p> : null}
      <IconLink href={url} target="_blank" rel="noreferrer">
        <ExternalLink size={18} aria-hidden="true" />
        {copy.openProof}
      </IconLink>
    </Stack>
  );
}

function Magnifier({ url, onError }: { url: string; onError: () => void }) {
  const [step, setStep] = useState(0);
  const percent = ZOOMS[step] ?? 100;
  const size = step === 0 ? { maxWidth: '100%', maxHeight: 480 } : { width: `${percent}%`, maxWidth: 'none' };
  return (
    <>
      {/* Scrolled by keyboard too once it is larger than its window. */}
      <Window tabIndex={0} role="group" aria-label={copy.proof}>
        <img src={url} alt={copy.proof} style={size} onError={onError} />
      </Window>
      <Tools>
        <IconButton
          label={copy.zoomOut}
          aria-disabled={step === 0}
          onClick={() => setStep(Math.max(0, step - 1))}
        >
          <ZoomOut size={20} aria-hidden="true" />
        </IconButton>
        <span role="status">{copy.zoomed(percent)}</span>
        <IconButton
          label={copy.zoomIn}
          aria-disabled={step === ZOOMS.length - 1}
          onClick={() => setStep(Math.min(ZOOMS.length - 1, step + 1))}
        >
          <ZoomIn size={20} aria-hidden="true" />
        </IconButton>
      </Tools>
    </>
  );
}
