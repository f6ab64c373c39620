import type { StaffCorrectionRequest } from '@gerbang/contracts/correction-requests';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { SummaryList } from '@gerbang/ui/summary-list';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { useState } from 'react';
import { useAnswer } from './corrections.api.ts';
import { answerCopy as copy, requestsCopy } from './corrections.copy.ts';

/** One request, and its answer once it has one. */
export function AnswerDialog({ of, onClose }: { of: StaffCorrectionRequest; onClose: () => void }) {
  const answers = useCan('correction_requests.answer');
  const [status, setStatus] = useState<'done' | 'refused' | null>(null);
  const { send, pending } = useDecision(useAnswer(), {
    done: [copy.sent, copy.sentText],
    failed: copy.failed,
    onClose,
  });
  if (status !== null) {
    return (
      <ReasonDialog
        title={copy.answerTitle[status]}
        hint={copy.hint}
        label={copy.answer}
        required={copy.required}
        action={copy.send}
        variant="primary"
        minLength={5}
        maxLength={300}
        pending={pending}
        onSend={(answer) => send({ of, body: { status, answer, version: of.version } })}
        onClose={() => setStatus(null)}
      />
    );
  }
  const open = answers && of.status === 'open';
  return (
    <Dialog title={copy.title} onClose={onClose}>
      <SummaryList
        rows={[
          { label: copy.child, value: `${of.child_name} · ${of.registration_number}` },
          { label: copy.made, value: formatMoment(of.created_at) },
          { label: of.correction_id === null ? copy.text : requestsCopy.objection, value: of.text },
          ...(of.answer === null ? [] : [{ label: copy.answer, value: of.answer }]),
          ...(of.answered_by === null
            ? []
            : [
                {
                  label: copy.answeredBy,
                  value: `${of.answered_by.name ?? ''} (${ROLE_WORDS[of.answered_by.role]})`,
                },
              ]),
        ]}
      />
      <Link to={`/admin/registration?id=${of.registration_id}`}>{copy.toRegistration}</Link>
      <DialogActions>
        <Button variant="secondary" onClick={open ? () => setStatus('refused') : onClose}>
          {open ? copy.refused : copy.close}
        </Button>
        {open ? <Button onClick={() => setStatus('done')}>{copy.done}</Button> : null}
      </DialogActions>
    </Dialog>
  );
}
