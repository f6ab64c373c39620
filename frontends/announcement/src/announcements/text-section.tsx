import { JENJANG } from '@gerbang/domain/levels';
import { Banner } from '@gerbang/ui/banner';
import { FormSection } from '@gerbang/ui/form-section';
import { Stack, Text } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { TextArea } from '@gerbang/ui/text-area';
import { TextField } from '@gerbang/ui/text-field';
import { BOUNDS } from './editor-values.ts';
import { editorCopy as copy } from './editor.copy.ts';
import type { useEditor } from './use-editor.ts';

/** Title, period, level and content; above them what a reviewer wrote. */
export function TextSection({
  form,
  notes,
}: {
  form: ReturnType<typeof useEditor>['form'];
  notes: string | null;
}) {
  return (
    <Stack $width={640}>
      <FormSection title={copy.about}>
        {notes ? (
          <Banner tone="info">
            <strong>{copy.reviewNotes}</strong>
            <Text $lines>{notes}</Text>
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
    </Stack>
  );
}
