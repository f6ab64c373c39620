import { RequestDialog } from '@gerbang/web-kit/desk/request-dialog.tsx';
import type { StaffErasureRequest } from '@gerbang/contracts/erasure-requests';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import { Banner } from '@gerbang/ui/banner';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
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
  const { send, pending } = useDecision(useDecideErasure(), {
    done: (_, { body: { status } }) => [copy[status], copy[`${status}Text`]],
    failed: copy.failed,
    onClose,
  });
  return (
    <RequestDialog
      copy={copy}
      status={<ErasureStatusTag of={one} viewer="staff" />}
      rows={rowsOf(one)}
      below={
        one.family?.registrations.some(({ locked }) => locked) ? (
          <Banner tone="attention">{copy.lockedHint}</Banner>
        ) : null
      }
      decides={one.status === 'received'}
      erases
      question={
        <>
          <p>
            <strong>{nameOf(one)}</strong>
          </p>
          <p>{copy.approveText}</p>
        </>
      }
      reasonMax={1000}
      pending={pending}
      onApprove={() => send({ of: one, body: { status: 'approved' } })}
      onRefuse={(reason) => send({ of: one, body: { status: 'refused', reason } })}
      onClose={onClose}
    />
  );
}
