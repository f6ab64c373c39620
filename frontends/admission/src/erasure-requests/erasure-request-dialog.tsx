import type { StaffErasureRequest } from '@gerbang/contracts/erasure-requests';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { SummaryList } from '@gerbang/ui/summary-list';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { useDecideErasure } from './erasure-requests.api.ts';
import { decideCopy as copy } from './erasure-requests.copy.ts';
import { clockOf, ErasureStatusTag, nameOf } from './erasure-status.tsx';

function rowsOf(one: StaffErasureRequest) {
  const { family, decided_by_user: by } = one;
  const names = one.waiting_for.map((service) => copy.services[service]);
  const registrations = family?.registrations.map(
    ({ child_name, registration_number, locked }) =>
      copy.registration(child_name, registration_number) + (locked ? ` (${copy.locked})` : ''),
  );
  return [
    { label: copy.family, value: nameOf(one) },
    { label: copy.received, value: formatMoment(one.received_at) },
    { label: copy.due, value: [clockOf(one), formatMoment(one.due_at)].filter(Boolean).join(' · ') },
    ...(family
      ? [
          { label: copy.children, value: String(family.children) },
          { label: copy.registrations, value: registrations?.join(', ') ?? '' },
        ]
      : []),
    ...(one.note === null ? [] : [{ label: copy.note, value: one.note }]),
    ...(by ? [{ label: copy.decidedBy, value: `${by.name ?? ''} (${ROLE_WORDS[by.role]})` }] : []),
    ...(one.decision_reason === null ? [] : [{ label: copy.reason, value: one.decision_reason }]),
    ...(names.length === 0 ? [] : [{ label: copy.waitingFor, value: names.join(', ') }]),
    ...(one.done_at === null ? [] : [{ label: copy.done, value: formatMoment(one.done_at) }]),
  ];
}

/** A request and the data that it concerns; while it waits, both decisions, each confirmed by a second question. */
export function ErasureRequestDialog({ of: one, onClose }: { of: StaffErasureRequest; onClose: () => void }) {
  const [asked, setAsked] = useState<'approve' | 'refuse' | null>(null);
  const { send, pending } = useDecision(useDecideErasure(), {
    done: (_, { body: { status } }) => [copy[status], copy[`${status}Text`]],
    failed: copy.failed,
    onClose,
  });
  if (asked === 'approve') {
    return (
      <AlertDialog
        title={copy.approveTitle}
        confirmLabel={copy.approve}
        pendingLabel={copy.pending}
        pending={pending}
        onConfirm={() => send({ of: one, body: { status: 'approved' } })}
        onCancel={() => setAsked(null)}
      >
        <p>
          <strong>{nameOf(one)}</strong>
        </p>
        <p>{copy.approveText}</p>
      </AlertDialog>
    );
  }
  if (asked === 'refuse') {
    return (
      <ReasonDialog
        title={copy.refuseTitle}
        label={copy.refuseReason}
        hint={copy.refuseHint}
        required={copy.refuseRequired}
        action={copy.refuse}
        maxLength={1000}
        pendingLabel={copy.pending}
        pending={pending}
        onSend={(reason) => send({ of: one, body: { status: 'refused', reason } })}
        onClose={() => setAsked(null)}
      />
    );
  }
  return (
    <Dialog title={copy.title} onClose={onClose}>
      <div>
        <ErasureStatusTag of={one} viewer="staff" />
      </div>
      <SummaryList rows={rowsOf(one)} />
      {one.family?.registrations.some(({ locked }) => locked) ? (
        <Banner tone="attention">{copy.lockedHint}</Banner>
      ) : null}
      <DialogActions>
        {one.status === 'received' ? (
          <>
            <Button variant="secondary" onClick={() => setAsked('refuse')}>
              {copy.refuse}
            </Button>
            <Button variant="danger" onClick={() => setAsked('approve')}>
              {copy.approve}
            </Button>
          </>
        ) : (
          <Button variant="secondary" onClick={onClose}>
            {copy.close}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
