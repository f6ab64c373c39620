import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { Stack, Text } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { TextArea } from '@gerbang/ui/text-area';
import { TextField } from '@gerbang/ui/text-field';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { JENJANG } from '@gerbang/domain/levels';
import { useState } from 'react';
import { styled } from 'styled-components';
import { BOUNDS, type EditorValues } from './editor-values.ts';
import { editorCopy as copy } from './editor.copy.ts';
import type { useEditor } from './use-editor.ts';

const Line = styled(Card)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 24px;
  padding-block: 12px;
  dl {
    display: flex;
    flex: 1 1 320px;
    flex-wrap: wrap;
    gap: 8px 32px;
  }
  dt {
    font-size: 0.875rem;
    color: var(--text-secondary);
  }
  dd {
    margin: 0;
    font-weight: 600;
  }
`;

const Fields = styled(Card)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  @media (min-width: 900px) {
    grid-template-columns: minmax(0, 2fr) minmax(0, 1.2fr) minmax(120px, 0.6fr);
    /* A field without a hint stands on the line of the others. */
    align-items: end;
    > :nth-child(n + 4) {
      grid-column: 1 / -1;
    }
  }
`;

/** Title, period, level and content: in one line once they are stored, and open while they are written or wrong. */
export function FactSection({
  form,
  values,
  notes,
  stored,
  missing,
}: {
  form: ReturnType<typeof useEditor>['form'];
  values: EditorValues;
  /** What a reviewer wrote. */
  notes: string | null;
  stored: boolean;
  /** Whether a required field is empty. */
  missing: boolean;
}) {
  const [wanted, setWanted] = useState(!stored);
  const open = wanted || form.errors.length > 0;
  const facts = [
    [copy.title, values.title],
    [copy.period, values.observation_period],
    [copy.level, values.jenjang],
  ] as const;
  return (
    <Stack>
      {notes ? (
        <Banner tone="info">
          <strong>{copy.reviewNotes}</strong>
          <Text $lines>{notes}</Text>
        </Banner>
      ) : null}
      {open ? (
        <Fields aria-label={copy.about}>
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
            options={JENJANG.map((jenjang) => ({ value: jenjang, label: levelLabel(jenjang) }))}
          />
          <TextArea
            {...form.field('content')}
            label={copy.content}
            hint={copy.contentHint}
            rows={4}
            maxLength={BOUNDS.content}
          />
          {missing ? null : (
            <div>
              <Button small variant="secondary" onClick={() => setWanted(false)}>
                {copy.closeFacts}
              </Button>
            </div>
          )}
        </Fields>
      ) : (
        <Line aria-label={copy.about}>
          <dl>
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <Button small variant="secondary" onClick={() => setWanted(true)}>
            {copy.openFacts}
          </Button>
        </Line>
      )}
    </Stack>
  );
}
