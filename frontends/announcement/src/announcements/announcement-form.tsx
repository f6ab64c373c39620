import { Row, WithKeyboard } from '@gerbang/ui/layout';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { ErrorSummary } from '@gerbang/ui/error-summary';
import { SaveBar } from '@gerbang/ui/save-bar';
import { formatTime } from '@gerbang/web-kit/page/format';
import { useLeaveGuard } from '@gerbang/web-kit/forms/leave-guard';
import { useNavigate } from '@gerbang/web-kit/page/router';
import { useDraft } from '@gerbang/web-kit/forms/use-draft';
import { Suspense, useEffect, useState, type FormEvent } from 'react';
import { styled } from 'styled-components';
import { DraftOffer } from '@gerbang/web-kit/forms/draft-offer.tsx';
import { DiscardDraft } from './discard-draft.tsx';
import { EditorDialogs } from './editor-dialogs.tsx';
import { sayMissed } from './say.ts';
import { answersAmong, choiceOf, countsOf, FIELDS, seatsOf } from './editor-values.ts';
import { editorCopy as copy } from './editor.copy.ts';
import { useEditor } from './use-editor.ts';
import { useSaving } from './use-saving.ts';
import { FactSection } from './fact-section.tsx';
import { StudentSection } from './student-section.tsx';
import { useCan } from '@gerbang/web-kit/session/abilities';

// What families read is drawn after the rows.
const FamilyPreview = lazyPart(() => import('./family-preview.tsx').then((file) => file.FamilyPreview));

const LIST = '/admin/announcements';

const Column = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  min-width: 0;
  /* Three buttons would cover a fifth of a phone, and cut the rows' controls in two; there they stand at the end. */
  @media (max-width: 639.98px) {
    [data-save-bar] {
      position: static;
    }
  }
`;

/** The rows, and the preview at their right where there is room for both. */
const Sides = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: 20px;
  @media (min-width: 1400px) {
    &:has(> aside) {
      grid-template-columns: minmax(0, 1fr) 320px;
    }
    > aside {
      position: sticky;
      inset-block-start: 16px;
      max-height: calc(100dvh - 120px);
      overflow: auto;
    }
  }
`;

/** Writes or changes a draft; what was typed stays when the server refuses. */
export function AnnouncementForm({
  userId,
  stored,
  onTheirs,
  onSubmit,
}: {
  userId: string;
  stored: Announcement | null;
  /** Goes on to the question before a submission, with what is stored now. */
  onSubmit: (saved: Announcement) => void;
  /** Restarts with what another user has stored. */
  onTheirs: (present: Announcement) => void;
}) {
  const editor = useEditor(stored);
  const { form, choices, students, waiting } = editor;
  const navigate = useNavigate();
  const submits = useCan('announcements.submit');
  const [current, setCurrent] = useState<string | null>(null);
  const guard = useLeaveGuard(editor.unsaved);
  const draft = useDraft({
    userId,
    form: stored ? `announcement-${stored.id}` : 'announcement-new',
    keep: [...FIELDS, 'results'],
    values: editor.kept,
    base: editor.keptBase,
  });
  const shown = students?.find(({ id }) => id === current) ?? students?.[0];
  const saving = useSaving(editor, { forget: draft.forget, leave: guard.leave, onSubmit });

  const { errorUpdateCount } = waiting;
  useEffect(() => {
    if (errorUpdateCount > 0) sayMissed('list');
  }, [errorUpdateCount]);

  const counts = students ? countsOf(students, choices.touched) : null;
  const overbooked = seatsOf(students ?? [], choices.touched).some(({ exceeded }) => exceeded);

  const save = (event: FormEvent<HTMLFormElement>) => {
    // The button that was pressed; Enter in a field presses the first one.
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (editor.missing) sayMissed('fields');
    const toHead = submitter instanceof HTMLButtonElement && submitter.value === 'submit';
    if (toHead && overbooked) {
      event.preventDefault();
      return;
    }
    form.onSubmit(() => saving.save(toHead ? 'submit' : 'list'))(event);
  };

  return (
    <>
      {editor.base ? (
        <DiscardDraft
          of={editor.base}
          onDone={() => {
            draft.forget();
            guard.leave();
            void navigate(LIST);
          }}
        />
      ) : null}
      <Column method="post" noValidate onSubmit={save}>
        {form.attempt > 0 ? <ErrorSummary key={form.attempt} errors={form.errors} /> : null}
        <DraftOffer draft={draft} onResume={editor.fill} />
        <FactSection
          form={form}
          values={editor.values}
          notes={stored?.review_notes ?? null}
          stored={stored !== null}
          missing={editor.missing}
        />
        <Sides>
          <StudentSection
            chosen={editor.jenjang !== undefined}
            onYear={editor.setYear}
            students={students}
            failed={waiting.isError}
            retrying={waiting.isFetching}
            choices={choices}
            current={current}
            onCurrent={setCurrent}
            onRetry={() => void waiting.refetch()}
          />
          {shown && students ? (
            <Suspense fallback={null}>
              <FamilyPreview
                student={shown}
                choice={choiceOf(shown, choices.touched)}
                values={editor.values}
                place={students.indexOf(shown) + 1}
                total={students.length}
              />
            </Suspense>
          ) : null}
        </Sides>
        {form.problem ? <Banner tone="danger">{form.problem}</Banner> : null}
        <SaveBar
          note={
            <Row as="span" $gap={4} $apart={16}>
              {students?.length ? (
                <WithKeyboard>{copy.keys(answersAmong(students).length)}</WithKeyboard>
              ) : null}
              {draft.savedAt !== null ? (
                <span>{copy.draftSaved(formatTime(draft.savedAt))}</span>
              ) : saving.savedAt !== null ? (
                <span>{copy.draftStored(formatTime(saving.savedAt))}</span>
              ) : null}
              {saving.problem === null ? null : <span>{copy.notStored(saving.problem)}</span>}
              {overbooked ? <span>{copy.seatsExceeded}</span> : null}
              {counts && counts.unseen > 0 ? <span>{copy.unexamined(counts.unseen)}</span> : null}
            </Row>
          }
        >
          <Button variant="ghost" onClick={() => void navigate(LIST)}>
            {copy.back}
          </Button>
          <Button type="submit" variant="secondary" pending={saving.pending} pendingLabel={copy.saving}>
            {copy.save}
          </Button>
          {submits ? (
            <Button
              type="submit"
              value="submit"
              pending={saving.pending}
              pendingLabel={copy.saving}
              aria-disabled={overbooked}
            >
              {copy.submit}
            </Button>
          ) : null}
        </SaveBar>
      </Column>
      <EditorDialogs
        guard={guard}
        stale={saving.stale}
        onMine={saving.over}
        onTheirs={(present) => {
          draft.forget();
          onTheirs(present);
        }}
        onClose={saving.dismiss}
      />
    </>
  );
}
