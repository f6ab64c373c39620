import { JENJANG } from '@gerbang/domain/levels';
import { Banner } from '@gerbang/ui/banner';
import { FormSection } from '@gerbang/ui/form-section';
import { Select } from '@gerbang/ui/select';
import { TextArea } from '@gerbang/ui/text-area';
import { TextField } from '@gerbang/ui/text-field';
import { styled } from 'styled-components';
import { BOUNDS } from './editor-values.ts';
import { editorCopy as copy } from './editor.copy.ts';
import type { useEditor } from './use-editor.ts';

const Narrow = styled.div`
  max-width: 640px;
`;

const Notes = styled.p`
  white-space: pre-line;
`;

/** Title, period, level and content; above them what a reviewer wrote. */
export function TextSection({
  form,
  notes,
}: {
  form: ReturnType<typeof useEditor>['form'];
  notes: string | null;
}) {
  return (
    <Narrow>
      <FormSection title={copy.about}>
        {notes ? (
          <Banner tone="info">
            <strong>{copy.reviewNotes}</strong>
            <Notes>{notes}</Notes>
          </Banner>
        ) : null}
        <TextField
          {...form.field('title')}
          label={copy.title}
          hint={copy.titleHint}
          maxLength={BOUNDS.title}
          autoComplete="off"
        />
        <TextField
          {...form.field('observation_period')}
          label={copy.period}
          hint={copy.periodHint}
          maxLength={BOUNDS.period}
          autoComplete="off"
        />
        <Select
          {...form.field('jenjang')}
          label={copy.level}
          placeholder={copy.chooseLevel}
          options={JENJANG.map((jenjang) => ({ value: jenjang, label: jenjang }))}
        />
        <TextArea
          {...form.field('content')}
          label={copy.content}
          hint={copy.contentHint}
          rows={6}
          maxLength={BOUNDS.content}
        />
      </FormSection>
    </Narrow>
  );
}
