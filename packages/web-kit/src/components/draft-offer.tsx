import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { formatMoment } from '../format.ts';
import { styled } from 'styled-components';
import { draftCopy as copy, type useDraft } from '../use-draft.ts';

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-block-start: 8px;
`;

/** Offers what was typed on this device at an earlier visit, if anything. */
export function DraftOffer({
  draft: { offered, taken, forget },
  note,
  onResume,
}: {
  draft: ReturnType<typeof useDraft>;
  /** An additional sentence, such as which fields the draft does not hold. */
  note?: string;
  /** Fills the form with the draft. */
  onResume: (values: Readonly<Record<string, string>>) => void;
}) {
  if (!offered) return null;
  const resume = () => {
    onResume(offered.values);
    taken();
  };
  return (
    <Banner tone="info" role="status">
      <strong>{copy.title}</strong>
      <p>
        {copy.text(formatMoment(new Date(offered.savedAt)))} {note}
      </p>
      <Buttons>
        <Button small onClick={resume}>
          {copy.resume}
        </Button>
        <Button small variant="secondary" onClick={forget}>
          {copy.drop}
        </Button>
      </Buttons>
    </Banner>
  );
}
