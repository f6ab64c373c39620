import type { Refund } from '@gerbang/contracts/refund-shapes';
import type { GivableMoney } from '@gerbang/contracts/refunds';
import { REFUND_CAUSES, type RefundCause } from '@gerbang/domain/refunds';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogClose } from '@gerbang/ui/dialog';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { TextArea } from '@gerbang/ui/text-area';
import { TextField } from '@gerbang/ui/text-field';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useDeferredValue, useState } from 'react';
import { RefundForm } from './refund-form.tsx';
import { LinesFields, useLines } from './refund-lines.tsx';
import { useGivable, useRefundAct, useRegistrations } from './refunds.api.ts';
import { actCopy as copy } from './refunds.copy.ts';

interface Props {
  readonly registrationId: string | null;
  /** Money that paid nothing. */
  readonly receiptId: string | null;
  /** Says whose money it is. */
  readonly onRegistration: (id: string) => void;
  readonly onBegun: (made: Refund) => void;
  readonly onClose: () => void;
}

/** Begins a refund of what a registration has paid, or of money that paid nothing. */
export function BeginDialog(props: Props) {
  const read = useGivable({
    registration_id: props.registrationId ?? undefined,
    unapplied_id: props.receiptId ?? undefined,
  });
  const money = read.data;
  return (
    <Dialog title={copy.begin} dismissable={false} onClose={props.onClose}>
      {!money ? (
        <Loading of={read} lines={4} label={copy.loading} failed={copy.loadFailed} />
      ) : money.registration && money.lines.length > 0 ? (
        <BeginForm {...props} money={money} />
      ) : (
        <>
          {money.lines.length > 0 ? (
            <RegistrationSearch onPick={props.onRegistration} />
          ) : (
            <p>{copy.nothing}</p>
          )}
          <DialogClose onClose={props.onClose} />
        </>
      )}
    </Dialog>
  );
}

function RegistrationSearch({ onPick }: { onPick: (id: string) => void }) {
  const [text, setText] = useState('');
  const found = useRegistrations(useDeferredValue(text.trim()));
  return (
    <Stack>
      <p>{copy.whose}</p>
      <TextField
        label={copy.find}
        hint={copy.findHint}
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Quiet role="status">{found.data?.length === 0 ? copy.notFound : ''}</Quiet>
      {found.data?.map(({ id, child, registration_number: number }) => (
        <Row key={id}>
          <Button variant="secondary" onClick={() => onPick(id)}>
            {child.full_name} · {number}
          </Button>
        </Row>
      ))}
    </Stack>
  );
}

const CAUSES = Object.entries(REFUND_CAUSES).map(([value, label]) => ({ value, label }));

function BeginForm({ money, receiptId, onBegun, onClose }: Props & { money: GivableMoney }) {
  const receipt = money.lines.filter(({ target }) => target === receiptId);
  const typed = useLines(
    money.lines,
    receipt.map((line) => ({ ...line, back: line.left })),
  );
  const [cause, setCause] = useState('');
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const act = useRefundAct('begin', null, { done: copy.begun, onDone: onBegun, onClose: () => {} });
  const short = reason.trim().length < 10;
  const { registration } = money;
  const onSend = () => {
    setAsked(true);
    if (typed.isWrong || short || cause === '' || !registration) return false;
    act.send({
      registration_id: registration.id,
      cause: cause as RefundCause,
      lines: typed.lines,
      reason: reason.trim(),
    });
    return true;
  };
  return (
    <RefundForm
      lead={copy.beginText}
      save={copy.makeDraft}
      unsaved={typed.changed || reason !== ''}
      act={act}
      onSend={onSend}
      onClose={onClose}
    >
      <p>
        <strong>{registration?.child_name}</strong> · {registration?.number}
      </p>
      <Select
        label={copy.cause}
        placeholder={copy.causeChoose}
        options={CAUSES}
        value={cause}
        error={asked && cause === '' ? copy.causeRequired : undefined}
        onChange={({ target }) => setCause(target.value)}
      />
      <LinesFields of={typed} asked={asked} issues={act.issues} />
      <TextArea
        label={copy.reason}
        maxLength={300}
        value={reason}
        error={asked && short ? copy.reasonRequired : act.issues.reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </RefundForm>
  );
}
