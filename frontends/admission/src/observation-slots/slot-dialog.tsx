import type { Slot } from '@gerbang/contracts/observation-slots';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { Quiet, Row, Stack, Text } from '@gerbang/ui/layout';
import { SummaryList } from '@gerbang/ui/summary-list';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { formatWeekday } from '@gerbang/web-kit/page/days';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { Link } from '@gerbang/web-kit/page/router';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { ATTENDEES, SLOT_REASON_MAX } from '@gerbang/domain/observation-slots';
import { useState } from 'react';
import { scoreCopy } from '../observation-scores/scores.copy.ts';
import { BookChild } from './book-child.tsx';
import { dayOf, peopleOf, timesOf } from './slot-words.ts';
import { useSlotChanges } from './slots.api.ts';
import { calendarCopy, slotCopy as copy } from './slots.copy.ts';

/** Asks why a slot is cancelled, and says what follows. */
function CancelSlot({ slot, onClose }: { slot: Slot; onClose: (done: boolean) => void }) {
  const keyOf = useRepeatKey();
  const { send, pending } = useDecision(useSlotChanges().cancel, {
    done: ({ told }) => copy.cancelled(told),
    failed: copy.cancelFailed,
    onClose,
    onFailure: () => {},
  });
  return (
    <ReasonDialog
      title={copy.cancelTitle}
      lead={copy.cancelLead(slot.booked)}
      label={copy.reason}
      hint={copy.reasonHint}
      required={copy.reasonRequired}
      action={copy.cancel}
      maxLength={SLOT_REASON_MAX}
      pending={pending}
      onSend={(reason) => send({ id: slot.id, key: keyOf([slot.id, reason]), reason })}
      onClose={() => onClose(false)}
    />
  );
}

function Children({ of }: { of: Slot }) {
  const scores = useCan('scores.own');
  if (of.bookings.length === 0) return <Quiet>{copy.noChildren}</Quiet>;
  return (
    <ul>
      {of.bookings.map(
        ({ registration_id: id, registration_number, child_name, status, attendees, needs }) => (
          <li key={id}>
            <Link to={`/admin/registration?id=${id}`}>{child_name}</Link>{' '}
            <Text as="span" $small>
              {[
                registration_number,
                copy.status[status],
                ...(attendees === null ? [] : [ATTENDEES[attendees]]),
                ...(needs === null ? [] : [copy.needs(needs)]),
              ].join(' · ')}
            </Text>{' '}
            {status === 'attended' && scores ? (
              <Link to={`/admin/scores/${id}`} aria-label={scoreCopy.linkOf(child_name)}>
                {scoreCopy.link}
              </Link>
            ) : null}
          </li>
        ),
      )}
    </ul>
  );
}

/** One slot: when and where, the children in it, and for those who plan: another child, a change, its end. */
export function SlotDialog({
  slot,
  onEdit,
  onClose,
}: {
  slot: Slot;
  onEdit: () => void;
  onClose: () => void;
}) {
  const writes = useCan('slots.write');
  const [cancels, setCancels] = useState(false);
  const [now] = useState(() => Date.now());
  if (cancels) return <CancelSlot slot={slot} onClose={(done) => (done ? onClose() : setCancels(false))} />;
  const plans = writes && Date.parse(slot.ends_at) > now;
  const came = slot.bookings.filter(({ status }) => status === 'attended').length;
  return (
    <Dialog title={copy.title} onClose={onClose}>
      <SummaryList
        rows={[
          { label: copy.time, value: `${formatWeekday(dayOf(slot))} · ${timesOf(slot)} WIB` },
          { label: copy.place, value: slot.place },
          { label: copy.level, value: `${levelLabel(slot.jenjang)} · ${slot.academic_year}` },
          { label: copy.people, value: peopleOf(slot, calendarCopy.noPeople) },
          ...(slot.instructions === null ? [] : [{ label: copy.instructions, value: slot.instructions }]),
        ]}
      />
      <Stack $gap={8}>
        <Row $justify="between" $align="baseline">
          <h3>{copy.children}</h3>
          <Quiet $small>{calendarCopy.filled(slot.booked, slot.capacity)}</Quiet>
        </Row>
        <Children of={slot} />
        {slot.bookings.length > 0 ? (
          <div>
            <LinkButton to={`/admin/calendar/${slot.id}`} $variant="secondary" $small>
              {copy.checkIns}
            </LinkButton>
          </div>
        ) : null}
      </Stack>
      {plans ? (
        slot.booked + came < slot.capacity ? (
          <BookChild slot={slot} />
        ) : (
          <Quiet>{copy.full}</Quiet>
        )
      ) : null}
      <DialogActions>
        {plans ? (
          <>
            <Button variant="secondary" onClick={() => setCancels(true)}>
              {copy.cancel}
            </Button>
            <Button onClick={onEdit}>{copy.edit}</Button>
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
