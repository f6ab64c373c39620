import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { formatMoment } from '../format.ts';
import { styled } from 'styled-components';
import { draftCopy as copy } from '../use-draft.ts';

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-block-start: 8px;
`;

/** Offers what was typed on this device at an earlier visit. */
export function DraftOffer({
  savedAt,
  note,
  onResume,
  onDrop,
}: {
  savedAt: number;
  /** An additional sentence, such as which fields the draft does not hold. */
  note?: string;
  onResume: () => void;
  onDrop: () => void;
}) {
  return (
    <Banner tone="info" role="status">
      <strong>{copy.title}</strong>
      <p>
        {copy.text(formatMoment(new Date(savedAt)))} {note}
      </p>
      <Buttons>
        <Button small onClick={onResume}>
          {copy.resume}
        </Button>
        <Button small variant="secondary" onClick={onDrop}>
          {copy.drop}
        </Button>
      </Buttons>
    </Banner>
  );
}
