import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { Dialog } from '@gerbang/ui/dialog';
import { Suspense, useEffect, useState } from 'react';
import { childFormCopy as copy } from '@gerbang/web-kit/family/child-form.copy';
import type { Child, ChildChange } from '@gerbang/contracts/children';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Text } from '@gerbang/ui/layout';
import { SaveBar } from '@gerbang/ui/save-bar';
import { formatTime } from '@gerbang/web-kit/page/format';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { useLeaveGuard } from '@gerbang/web-kit/forms/leave-guard';
import { useRepeatKey, failureText } from '@gerbang/web-kit/api/use-decision';
import { sayDone, toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useDraft, draftCopy } from '@gerbang/web-kit/forms/use-draft';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { SameChild } from '@gerbang/web-kit/family/same-child.tsx';
import { sameChildOf } from '@gerbang/web-kit/family/same-child';
import { staleOf } from '@gerbang/web-kit/api/stale';
import { useFamilyForm } from '@gerbang/web-kit/family/use-family-form';
import { ChildFields } from '@gerbang/web-kit/family/child-fields.tsx';
import {
  changeOf,
  childSchema,
  creationOf,
  KEPT_FIELDS,
  valuesOf,
  type ChildField,
} from '@gerbang/web-kit/family/child-values';
import { labelOf } from '@gerbang/web-kit/family/child-words';
import { useSchool } from '@gerbang/web-kit/api/school';
import { WayLine } from '../registrations/way-line.tsx';
import { useChild, useChildChanges } from './children.api.ts';
import { childrenCopy } from './children.copy.ts';

// They come when they are wanted; the sheet itself is half of what this page may weigh.
const LeaveDialog = lazyPart(() =>
  import('@gerbang/web-kit/forms/leave-dialog.tsx').then((file) => file.LeaveDialog),
);

const RecordConflict = lazyPart(() =>
  import('@gerbang/web-kit/family/record-conflict.tsx').then(
    (file) => file.RecordConflict<Child, ChildField>,
  ),
);
const DraftOffer = lazyPart(() =>
  import('@gerbang/web-kit/forms/draft-offer.tsx').then((file) => file.DraftOffer),
);

/** The dialog of a new or a known child; a known one is read first, with everything that the list leaves out. */
export function ChildDialog({
  userId,
  id,
  onOpen,
  onCreated,
  onClose,
}: {
  userId: string;
  /** Whom to change; null = a new child. */
  id: string | null;
  /** Opens another child of the family instead. */
  onOpen: (id: string) => void;
  /** A new child is saved. */
  onCreated: (child: Child) => void;
  onClose: () => void;
}) {
  const child = useChild(id);
  const school = useSchool();
  // The sentence of consent stands whole before anything is typed; it names no document where these cannot be read.
  const consent = school.data !== undefined || school.failureCount > 0;
  const loaded = consent && (id === null || (child.data !== undefined && !child.isFetching));
  return (
    <Dialog title={id === null ? copy.addTitle : copy.editTitle} dismissable={false} onClose={onClose}>
      {id === null ? <WayLine now="Anak" /> : null}
      {loaded ? (
        <ChildForm
          userId={userId}
          child={child.data ?? null}
          documents={school.data?.documents}
          onOpen={onOpen}
          onCreated={onCreated}
          onClose={onClose}
        />
      ) : (
        <Loading of={child} lines={10} label={childrenCopy.loading} failed={childrenCopy.loadFailed} />
      )}
    </Dialog>
  );
}

/** The family means another child than the one of the same name and birth date. */
type SameChildKnown = Pick<ChildChange, 'same_child_known'>;

/** Adds or changes a child; what was typed stays when the server refuses. */
function ChildForm({
  userId,
  child,
  documents,
  onOpen,
  onCreated,
  onClose,
}: {
  userId: string;
  child: Child | null;
  /** What the sentence of consent names. */
  documents: readonly string[] | undefined;
  onOpen: (id: string) => void;
  onCreated: (child: Child) => void;
  onClose: () => void;
}) {
  const [opened, setOpened] = useState(child);
  const form = useFamilyForm(childSchema, valuesOf(child));
  const { id: firstField } = form.field('full_name');
  const isNew = child === null;
  // Here, not by `autoFocus`, which would run before the dialog allows focus inside.
  useEffect(() => {
    if (isNew) document.getElementById(firstField)?.focus();
  }, [isNew, firstField]);
  const { create, update } = useChildChanges();
  const keyOf = useRepeatKey();
  const draft = useDraft({
    userId,
    form: child ? `child-${child.id}` : 'child-new',
    keep: KEPT_FIELDS,
    values: form.values,
    base: form.stored,
  });
  const pending = create.isPending || update.isPending;
  const locked = opened?.locked ?? false;
  const unsaved = form.changed.length > 0 && !locked;
  const guard = useLeaveGuard(unsaved);
  const [asked, setAsked] = useState(false);
  const cancel = () => {
    if (unsaved) setAsked(true);
    else if (!pending) onClose();
  };

  const settled = (done: string, failed: string) => ({
    onSuccess: (stored: Child) => {
      draft.forget();
      if (opened === null) {
        sayDone(childrenCopy.success, done);
        onCreated(stored);
      } else toast(childrenCopy.success, done);
      onClose();
    },
    onError: (error: Error) => {
      if (sameChildOf(error) !== null) return; // asked in a dialog of its own
      if (staleOf(error) === null) form.fail(error);
      toastFailure(childrenCopy.failure, failureText(error, failed));
    },
  });
  const store = (of: Child | null, names: readonly ChildField[], more: SameChildKnown = {}) => {
    if (pending || locked) return;
    if (of === null) {
      const body = { ...creationOf(form.values, documents), ...more };
      const key = keyOf(body);
      create.mutate({ body, key }, settled(childrenCopy.created, childrenCopy.createFailed));
    } else {
      const body = { ...changeOf(form.values, names), ...more };
      update.mutate({ of, body }, settled(childrenCopy.updated, childrenCopy.updateFailed));
    }
  };

  return (
    <>
      <FormFrame
        form={form}
        kept="draft"
        onSubmit={form.onSubmit(() => store(opened, form.changed))}
        actions={
          <>
            {locked ? null : <Text $small>{copy.consent(documents)}</Text>}
            <SaveBar note={draft.savedAt === null ? null : draftCopy.saved(formatTime(draft.savedAt))}>
              <Button variant="secondary" onClick={cancel}>
                {locked ? copy.close : copy.cancel}
              </Button>
              {locked ? null : (
                <Button type="submit" pending={pending} pendingLabel={copy.pending}>
                  {copy.save}
                </Button>
              )}
            </SaveBar>
          </>
        }
      >
        {locked ? <Banner tone="info">{copy.locked}</Banner> : null}
        {locked || !draft.offered ? null : (
          <Suspense fallback={null}>
            <DraftOffer draft={draft} note={draftCopy.secret} onResume={form.fill} />
          </Suspense>
        )}
        <ChildFields form={form} />
      </FormFrame>
      {staleOf(update.error) ? (
        <Suspense fallback={null}>
          <RecordConflict
            error={update.error}
            form={form}
            valuesOf={valuesOf}
            labelOf={labelOf}
            onTake={setOpened}
            onSave={store}
            onClose={update.reset}
          />
        </Suspense>
      ) : null}
      <SameChild
        error={create.error ?? update.error}
        onOther={() => store(opened, form.changed, { same_child_known: true })}
        onOpen={onOpen}
        onClose={() => {
          create.reset();
          update.reset();
        }}
      />
      <Suspense fallback={null}>
        {asked || guard.asked ? (
          <LeaveDialog
            backCloses={!guard.asked}
            onLeave={() => (guard.asked ? guard.leave() : onClose())}
            onStay={() => {
              guard.stay();
              setAsked(false);
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
