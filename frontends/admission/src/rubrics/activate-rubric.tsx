import type { Rubric } from '@gerbang/contracts/rubrics';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Banner } from '@gerbang/ui/banner';
import { Checkbox } from '@gerbang/ui/checkbox';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { useState } from 'react';
import { useRubricChanges } from './rubrics.api.ts';
import { activateCopy as copy, rubricsCopy } from './rubrics.copy.ts';

/** Asks before a rubric is put in force; the head confirms words that point to a forbidden test. */
export function ActivateRubric({ rubric, onClose }: { rubric: Rubric; onClose: () => void }) {
  const isHead = useCan('rubrics.confirm_words');
  const [confirms, setConfirms] = useState(false);
  const [asked, setAsked] = useState(false);
  const name = rubricsCopy.named(rubric.title, rubric.version_no);
  const { send, pending } = useDecision(useRubricChanges().activate, {
    done: copy.done(name),
    failed: copy.failed,
    onClose,
    onFailure: () => {},
  });
  const words = rubric.flagged_words;
  const waits = words.length > 0 && isHead && !confirms;
  return (
    <AlertDialog
      title={copy.title(name)}
      confirmLabel={rubricsCopy.activate}
      pendingLabel={rubricsCopy.pending}
      pending={pending}
      destructive={false}
      onConfirm={() => (waits ? setAsked(true) : send({ of: rubric, confirms }))}
      onCancel={onClose}
    >
      <Stack $gap={12}>
        <p>{copy.text}</p>
        {words.length > 0 ? (
          <Banner tone="attention">
            <strong>{copy.words(words.join(', '))}</strong> {copy.basis} {isHead ? null : copy.onlyHead}
          </Banner>
        ) : null}
        {words.length > 0 && isHead ? (
          <Checkbox
            label={copy.confirm}
            checked={confirms}
            onChange={({ target }) => setConfirms(target.checked)}
          />
        ) : null}
        <Quiet role="status">{asked && waits ? copy.confirmFirst : null}</Quiet>
      </Stack>
    </AlertDialog>
  );
}
