import { lazyPart } from '@gerbang/web-kit/lazy-page';
import type { Announcement } from '@gerbang/contracts/announcement.types';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { ErrorSummary } from '@gerbang/ui/error-summary';
import { SaveBar } from '@gerbang/ui/save-bar';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { formatTime } from '@gerbang/web-kit/format';
import { useLeaveGuard } from '@gerbang/web-kit/leave-guard';
import { useRepeatKey } from '@gerbang/web-kit/use-decision';
import { useNavigate } from '@gerbang/web-kit/router';
import { staleOf } from '@gerbang/web-kit/stale';
import { useDraft } from '@gerbang/web-kit/use-draft';
import { Suspense, useEffect, useState, type FormEvent } from 'react';
import { styled } from 'styled-components';
import { DraftOffer } from '@gerbang/web-kit/components/draft-offer';
import { useAnnouncementChanges } from './announcements.api.ts';
import { sayDone, sayFailed, sayMissed } from './say.ts';
import { choiceOf, countsOf, FIELDS } from './editor-values.ts';
import { editorCopy as copy, staleCopy } from './editor.copy.ts';
import { useEditor } from './use-editor.ts';
import { FactSection } from './fact-section.tsx';
import { StudentSection } from './student-section.tsx';
import { useCan } from '@gerbang/web-kit/abilities';

// Dialogs bring React Aria along; they come when one opens.
const LeaveDialog = lazyPart(() =>
  import('@gerbang/web-kit/components/leave-dialog').then((file) => file.LeaveDialog),
);
const ConflictDialog = lazyPart(() =>
  import('@gerbang/web-kit/components/conflict-dialog').then((file) => file.ConflictDialog),
);

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

const Foot = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
`;

/** The keys of the rows, for those who have a keyboard. */
const Keys = styled.span`
  @media (hover: none) {
    display: none;
  }
`;

/** What follows a save: the list, or the question before a submission. */
type Then = 'list' | 'submit';

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
  const { create, update } = useAnnouncementChanges();
  const navigate = useNavigate();
  const keyOf = useRepeatKey();
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
  const pending = create.isPending || update.isPending;
  const stale = staleOf(update.error);
  const present = stale?.present as Announcement | undefined;

  const { errorUpdateCount } = waiting;
  useEffect(() => {
    if (errorUpdateCount > 0) sayMissed('list');
  }, [errorUpdateCount]);

  const settled = (what: 'create' | 'update', then: Then) => ({
    onSuccess: (saved: Announcement) => {
      draft.forget();
      sayDone(what === 'create' ? 'created' : 'updated');
      // Nothing is unsaved any more.
      guard.leave();
      if (then === 'submit') onSubmit(saved);
      else void navigate(LIST);
    },
    onError: (error: Error) => {
      if (staleOf(error) === null) form.fail(error);
      sayFailed(what, error);
    },
  });
  const store = (base: Announcement | null, then: Then) => {
    if (pending) return;
    if (base === null) {
      const body = editor.creation();
      create.mutate({ body, key: keyOf(body) }, settled('create', then));
    } else {
      update.mutate({ of: base, body: editor.change() }, settled('update', then));
    }
  };
  const saving = (then: Then) =>
    form.onSubmit(() => {
      if (students === null) sayMissed('list');
      else if (students.length === 0) sayMissed('students');
      else if (then === 'submit' && editor.base && !editor.unsaved) onSubmit(editor.base);
      else store(editor.base, then);
    });
  const save = (event: FormEvent<HTMLFormElement>) => {
    // The button that was pressed; Enter in a field presses the first one.
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (editor.missing) sayMissed('fields');
    saving(submitter instanceof HTMLButtonElement && submitter.value === 'submit' ? 'submit' : 'list')(event);
  };
  const counts = students ? countsOf(students, choices.touched) : null;

  return (
    <>
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
            <Foot>
              {students?.length ? <Keys>{copy.keys}</Keys> : null}
              {draft.savedAt === null ? null : <span>{copy.draftSaved(formatTime(draft.savedAt))}</span>}
              {counts && counts.unseen > 0 ? <span>{copy.unexamined(counts.unseen)}</span> : null}
            </Foot>
          }
        >
          <Button variant="ghost" onClick={() => void navigate(LIST)}>
            {copy.back}
          </Button>
          <Button type="submit" variant="secondary" pending={pending} pendingLabel={copy.saving}>
            {copy.save}
          </Button>
          {submits ? (
            <Button type="submit" value="submit" pending={pending} pendingLabel={copy.saving}>
              {copy.submit}
            </Button>
          ) : null}
        </SaveBar>
      </Column>
      <Suspense fallback={null}>
        {guard.asked ? <LeaveDialog onLeave={guard.leave} onStay={guard.stay} /> : null}
        {stale && present ? (
          <ConflictDialog
            stale={stale}
            title={staleCopy.title}
            instead={
              present.status === 'draft'
                ? undefined
                : {
                    text: staleCopy.locked,
                    action: <LinkButton to={`/announcement/${present.id}`}>{copy.view}</LinkButton>,
                  }
            }
            onMine={() => {
              editor.setBase(present);
              update.reset();
              store(present, 'list');
            }}
            onTheirs={() => {
              draft.forget();
              onTheirs(present);
            }}
            onClose={update.reset}
          />
        ) : null}
      </Suspense>
    </>
  );
}
