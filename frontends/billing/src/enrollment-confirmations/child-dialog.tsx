import type { Child } from '@gerbang/contracts/children';
import { Button } from '@gerbang/ui/button';
import { Dialog } from '@gerbang/ui/dialog';
import { Text } from '@gerbang/ui/layout';
import { SaveBar } from '@gerbang/ui/save-bar';
import { childFormCopy } from '@gerbang/web-kit/family/child-form.copy';
import { ChildFields } from '@gerbang/web-kit/family/child-fields.tsx';
import { changeOf, childSchema, valuesOf, type ChildField } from '@gerbang/web-kit/family/child-values';
import { labelOf } from '@gerbang/web-kit/family/child-words';
import { SameChild } from '@gerbang/web-kit/family/same-child.tsx';
import { sameChildOf } from '@gerbang/web-kit/family/same-child';
import { RecordConflict } from '@gerbang/web-kit/family/record-conflict.tsx';
import { useFamilyForm } from '@gerbang/web-kit/family/use-family-form';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { staleOf } from '@gerbang/web-kit/api/stale';
import { useDecision, failureText } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { useSchool } from '@gerbang/web-kit/api/school';
import { useConfirmationChanges } from './confirmation.api.ts';
import { confirmationCopy as copy } from './confirmation.copy.ts';

/** Corrects the child's data before the confirmation; a newer state elsewhere is a question, never a loss. */
export function ChildDialog({ child, onClose }: { child: Child; onClose: () => void }) {
  const [opened, setOpened] = useState(child);
  const form = useFamilyForm(childSchema, valuesOf(child));
  const school = useSchool();
  const { child: update } = useConfirmationChanges();
  const close = () => (update.isPending ? undefined : onClose());

  const { send } = useDecision(update, {
    done: [copy.success, copy.childUpdated],
    failed: copy.failure,
    failureText: (error) => failureText(error, copy.childFailed),
    onClose,
    onFailure: (error) => {
      if (staleOf(error) === null && sameChildOf(error) === null) form.fail(error);
    },
  });
  const store = (of: Child, names: readonly ChildField[]) => send({ of, body: changeOf(form.values, names) });

  return (
    <Dialog title={copy.editChild} dismissable={false} onClose={close}>
      <FormFrame
        form={form}
        onSubmit={form.onSubmit(() => store(opened, form.changed))}
        actions={
          <>
            <Text $small>{childFormCopy.consent(school.data?.documents)}</Text>
            <SaveBar>
              <Button variant="secondary" onClick={close}>
                {copy.cancel}
              </Button>
              <Button type="submit" pending={update.isPending} pendingLabel={copy.saving}>
                {copy.save}
              </Button>
            </SaveBar>
          </>
        }
      >
        <ChildFields form={form} />
      </FormFrame>
      <RecordConflict
        error={update.error}
        form={form}
        valuesOf={valuesOf}
        labelOf={labelOf}
        onTake={setOpened}
        onSave={store}
        onClose={update.reset}
      />
      <SameChild
        error={update.error}
        onOther={() =>
          send({ of: opened, body: { ...changeOf(form.values, form.changed), same_child_known: true } })
        }
        onClose={update.reset}
      />
    </Dialog>
  );
}
