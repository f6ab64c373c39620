import type { OwnResult } from '@gerbang/contracts/announcement-shapes';
import { levelSentence } from '@gerbang/domain/level-words';
import { filledText, RESULT_MESSAGE } from '@gerbang/domain/result-message';
import { Card } from '@gerbang/ui/card';
import { Quiet, Stack, Text } from '@gerbang/ui/layout';
import { Tabs } from '@gerbang/ui/tabs';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { useDeferredValue, useState } from 'react';
import { styled } from 'styled-components';
import { AcceptedNews } from '../results/accepted-result.tsx';
import { Letter } from '../results/letter.tsx';
import { OtherResult } from '../results/other-results.tsx';
import type { Choice, EditorValues, Student } from './editor-values.ts';
import { previewCopy as copy } from './editor.copy.ts';

const Panel = styled(Card)`
  min-width: 0;
  && {
    padding: 16px;
  }
  article {
    padding: 16px;
  }
  h2 {
    font-size: 1rem;
  }
`;

const Head = styled.div`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: 12px;
  margin-block-end: 12px;
  font-feature-settings: 'tnum';
  > p {
    white-space: nowrap;
  }
`;

const Bubble = styled.div`
  display: grid;
  gap: 8px;
  padding: 12px 16px;
  border-radius: 4px 14px 14px;
  background: var(--tone-success-bg);
  color: var(--tone-success-fg);
  b {
    padding-block-start: 8px;
    border-block-start: 1px solid currentcolor;
    text-align: center;
  }
`;

const TABS = [
  { id: 'portal', label: copy.portal },
  { id: 'whatsapp', label: copy.whatsapp },
  { id: 'letter', label: copy.letter },
] as const;

/** The result of a student as its family gets it once it is published. */
function ownResult(student: Student, choice: Choice, values: EditorValues): OwnResult | null {
  if (choice.answer === 'left_out') return null;
  const { id, name, nickName, kelas, jenjang } = student;
  return {
    id,
    announcement_id: id,
    title: values.title,
    content: values.content,
    observation_period: values.observation_period,
    jenjang,
    result: choice.answer,
    individual_note: choice.note.trim() || null,
    published_at: new Date().toISOString(),
    child: { full_name: name, nick_name: nickName },
    registration: { id, jenjang, kelas },
  };
}

/** The message's own words, with the child's values. */
function WhatsAppMessage({ student }: { student: Student }) {
  const { name, number, jenjang, kelas } = student;
  const level = levelSentence([{ jenjang, label: levelLabel(jenjang) }], { jenjang, kelas });
  return (
    <Bubble>
      <Text $lines>{filledText(RESULT_MESSAGE.text, [name, level, number])}</Text>
      <b>{RESULT_MESSAGE.button}</b>
    </Bubble>
  );
}

/** 'Begini keluarga Zaidan membacanya': what the family of the row in hand will read, while it is written. */
export function FamilyPreview({
  student,
  choice,
  values,
  place,
  total,
}: {
  student: Student;
  choice: Choice;
  values: EditorValues;
  /** The student's place among `total`, from 1. */
  place: number;
  total: number;
}) {
  const [tab, setTab] = useState<(typeof TABS)[number]['id']>('portal');
  // Typing a note goes on while the preview is drawn.
  const shown = useDeferredValue(choice);
  const result = ownResult(student, shown, values);
  return (
    <Panel as="aside" aria-label={copy.label}>
      <Head>
        <h2>{copy.title(student.nickName ?? student.name)}</h2>
        <Quiet $small>{copy.place(place, total)}</Quiet>
      </Head>
      {result === null ? (
        <p>{copy.leftOut}</p>
      ) : (
        <Tabs label={copy.ways} tabs={TABS} value={tab} onChange={setTab}>
          {tab === 'whatsapp' ? (
            <WhatsAppMessage student={student} />
          ) : (
            // A picture of the family's page: nothing in it can be pressed.
            <Stack inert>
              {tab === 'letter' ? (
                <Letter row={result} />
              ) : result.result === 'passed' ? (
                <AcceptedNews row={result} year={null} />
              ) : (
                <OtherResult row={result} result={result.result} />
              )}
            </Stack>
          )}
        </Tabs>
      )}
    </Panel>
  );
}
