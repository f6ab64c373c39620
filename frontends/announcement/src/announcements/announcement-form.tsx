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
import { Suspense, useEffect, type FormEvent } from 'react';
import { styled } from 'styled-components';
import { DraftOffer } from '@gerbang/web-kit/components/draft-offer';
import { JENJANG } from '@gerbang/domain/levels';
import { FormSection } from '@gerbang/ui/form-section';
import { Stack, Text } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { TextArea } from '@gerbang/ui/text-area';
import { TextField } from '@gerbang/ui/text-field';
import { useAnnouncementChanges } from './announcements.api.ts';
import { sayDone, sayFailed, sayMissed } from './say.ts';
import { FIELDS, BOUNDS } from './editor-values.ts';
import { editorCopy as copy, staleCopy } from './editor.copy.ts';
import { useEditor } from './use-editor.ts';
import { StudentSection } from './student-section.tsx';

/** Title, period, level and content; above them what a reviewer wrote. */
function TextSection({ form, notes }: { form: ReturnType<typeof useEditor>['form']; notes: string | null }) {
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

// Dialogs bring React Aria along; they come when one opens.
const LeaveDialog = lazyPart(() =>
  import('@gerbang/web-kit/components/leave-dialog').then((file) => file.LeaveDialog),
);
const ConflictDialog = lazyPart(() =>
  import('@gerbang/web-kit/components/conflict-dialog').then((file) => file.ConflictDialog),
);

const LIST = '/admin/announcements';

const Column = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  min-width: 0;
`;

/** Writes or changes a draft; what was typed stays when the server refuses. */
export function AnnouncementForm({
  userId,
  stored,
  onTheirs,
}: {
  userId: string;
  stored: Announcement | null;
  /** Restarts with what another user has stored. */
  onTheirs: (present: Announcement) => void;
}) {
  const editor = useEditor(stored);
  const { form, choices, students, waiting } = editor;
  const { create, update } = useAnnouncementChanges();
  const navigate = useNavigate();
  const keyOf = useRepeatKey();
  const guard = useLeaveGuard(editor.unsaved);
  const draft = useDraft({
    userId,
    form: stored ? `announcement-${stored.id}` : 'announcement-new',
    keep: [...FIELDS, 'results'],
    values: editor.kept,
    base: editor.keptBase,
  });
  const pending = create.isPending || update.isPending;
  const stale = staleOf(update.error);
  const present = stale?.present as Announcement | undefined;

  const { errorUpdateCount } = waiting;
  useEffect(() => {
    if (errorUpdateCount > 0) sayMissed('list');
  }, [errorUpdateCount]);

  const settled = (what: 'create' | 'update') => ({
    onSuccess: () => {
      draft.forget();
      sayDone(what === 'create' ? 'created' : 'updated');
      // Nothing is unsaved any more.
      guard.leave();
      void navigate(LIST);
    },
    onError: (error: Error) => {
      if (staleOf(error) === null) form.fail(error);
      sayFailed(what, error);
    },
  });
  const store = (base: Announcement | null) => {
    if (pending) return;
    if (base === null) {
      const body = editor.creation();
      create.mutate({ body, key: keyOf(body) }, settled('create'));
    } else {
      update.mutate({ of: base, body: editor.change() }, settled('update'));
    }
  };
  const save = form.onSubmit(() => {
    if (students === null) sayMissed('list');
    else if (students.length === 0) sayMissed('students');
    else store(editor.base);
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (editor.missing) sayMissed('fields');
    save(event);
  };

  return (
    <>
      <Column method="post" noValidate onSubmit={submit}>
        {form.attempt > 0 ? <ErrorSummary key={form.attempt} errors={form.errors} /> : null}
        <DraftOffer draft={draft} onResume={editor.fill} />
        <TextSection form={form} notes={stored?.review_notes ?? null} />
        <StudentSection
          chosen={editor.jenjang !== undefined}
          students={students}
          failed={waiting.isError}
          retrying={waiting.isFetching}
          choices={choices}
          onRetry={() => void waiting.refetch()}
        />
        {form.problem ? <Banner tone="danger">{form.problem}</Banner> : null}
        <SaveBar note={draft.savedAt === null ? null : copy.draftSaved(formatTime(draft.savedAt))}>
          <Button variant="secondary" onClick={() => void navigate(LIST)}>
            {copy.back}
          </Button>
          <Button type="submit" pending={pending} pendingLabel={copy.saving}>
            {copy.save}
          </Button>
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
              store(present);
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
