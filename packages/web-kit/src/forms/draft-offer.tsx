import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { formatMoment } from '../page/format.ts';
import { styled } from 'styled-components';
import { draftCopy as copy, type useDraft } from './use-draft.ts';

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
  texts = copy,
  onResume,
}: {
  draft: ReturnType<typeof useDraft>;
  /** An additional sentence, such as which fields the draft does not hold. */
  note?: string;
  /** Other words, where the form has drafts of its own. */
  texts?: Readonly<Record<'title' | 'resume' | 'drop', string>>;
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
      <strong>{texts.title}</strong>
      <p>
        {copy.text(formatMoment(new Date(offered.savedAt)))} {note}
      </p>
      <Buttons>
        <Button small onClick={resume}>
          {texts.resume}
        </Button>
        <Button small variant="secondary" onClick={forget}>
          {texts.drop}
        </Button>
      </Buttons>
    </Banner>
  );
}
