import { UNAPPLIED_CAUSE_LABELS, WHOLE_LINE_CAUSES, type WholeLineCause } from '@gerbang/domain/bank-matches';
import { Quiet } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/page/format';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { type BankLine, useIgnoreLine } from '../bank-statements/bank-statements.api.ts';
import { useKeepUnapplied } from './bank-matches.api.ts';
import { copy, REASON_FIELD } from './bank-matches.copy.ts';

interface AsideProps {
  readonly line: BankLine;
  readonly onClose: () => void;
  /** After success. */
  readonly onDone: () => void;
}

const leadOf = (line: BankLine) => `${formatRupiah(line.amount)} · ${formatDateShort(line.booked_on)}`;

/** Sets a line aside that is no payment of a family. */
export function IgnoreDialog({ line, onClose, onDone }: AsideProps) {
  const { send, pending } = useDecision(useIgnoreLine(), {
    done: [copy.success, copy.ignored],
    failed: copy.failedTitle,
    onDone,
    onClose,
  });
  return (
    <ReasonDialog
      title={copy.ignoreTitle}
      lead={leadOf(line)}
      hint={copy.ignoreHint}
      {...REASON_FIELD}
      action={copy.ignore}
      variant="primary"
      pending={pending}
      onSend={(reason) => send({ of: line, body: { reason } })}
      onClose={onClose}
    />
  );
}

/** Lets all of a line stand unapplied: a family's money that pays none of its bills. */
export function KeepDialog({ line, onClose, onDone }: AsideProps) {
  const [cause, setCause] = useState<WholeLineCause>(line.settled_bill?.cause ?? 'unknown');
  const keyOf = useRepeatKey();
  const { send, pending } = useDecision(useKeepUnapplied(), {
    done: [copy.success, copy.kept],
    failed: copy.failedTitle,
    onDone,
    onClose,
  });
  return (
    <ReasonDialog
      title={copy.keepTitle}
      lead={leadOf(line)}
      hint={copy.keepReasonHint}
      {...REASON_FIELD}
      action={copy.keep}
      variant="primary"
      pending={pending}
      onSend={(reason) => send({ line, cause, reason, key: keyOf([line.id, cause, reason]) })}
      onClose={onClose}
    >
      <Quiet $small>{copy.keepText}</Quiet>
      <Select
        label={copy.keepCause}
        value={cause}
        options={WHOLE_LINE_CAUSES.map((value) => ({ value, label: UNAPPLIED_CAUSE_LABELS[value] }))}
        onChange={({ target }) => setCause(target.value as WholeLineCause)}
      />
    </ReasonDialog>
  );
}
