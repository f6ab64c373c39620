import { UNAPPLIED_CAUSE_LABELS } from '@gerbang/domain/bank-matches';
import { Alert } from '@gerbang/ui/banner';
import { Dialog } from '@gerbang/ui/dialog';
import { Stack, Text } from '@gerbang/ui/layout';
import { messageOf } from '@gerbang/web-kit/api/client';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/page/format';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { type ReactNode, useState } from 'react';
import { dayOf, type Receipt } from './unapplied-receipts.api.ts';
import { copy } from './unapplied-receipts.copy.ts';

interface Sent<Body> {
  readonly of: Receipt;
  readonly body: Body;
  readonly key: string;
}

/** A decision about unapplied money: what it is about, its fields, and the server's refusal beside what was typed. */
export function ReceiptForm<Body>({
  of,
  title,
  save,
  done,
  change,
  unsaved,
  bodyOf,
  children,
  onClose,
}: {
  of: Receipt;
  title: string;
  /** Label of the button. */
  save: string;
  /** The toast of success. */
  done: string;
  change: Parameters<typeof useDecision<Receipt, Sent<Body>>>[0];
  /** Whether something would be lost by leaving. */
  unsaved: boolean;
  /** What is sent; null while something is missing. */
  bodyOf: () => Body | null;
  /** The fields; `asked` = what is missing is said. */
  children: (asked: boolean) => ReactNode;
  onClose: () => void;
}) {
  const [asked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const keyOf = useRepeatKey();
  const { send, pending } = useDecision(change, {
    done: [copy.success, done],
    failed: copy.failed,
    onClose,
    onFailure: (error) => setRefusal(messageOf(error)),
  });
  return (
    <Dialog title={title} dismissable={false} onClose={onClose}>
      <form
        noValidate
        data-unsaved={unsaved ? '' : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          const body = bodyOf();
          if (body !== null) send({ of, body, key: keyOf([of.id, body]) });
        }}
      >
        <Stack>
          <Text $figures>
            {copy.lead(formatRupiah(of.amount), UNAPPLIED_CAUSE_LABELS[of.cause], formatDateShort(dayOf(of)))}
          </Text>
          {children(asked)}
          <Alert>{refusal}</Alert>
          <FormActions label={save} pending={pending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
