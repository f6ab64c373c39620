import type { RegistrationRow } from '@gerbang/contracts/registrations';
import { callName } from '@gerbang/domain/family-steps';
import { Button } from '@gerbang/ui/button';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { type ComponentProps, Suspense, useState } from 'react';
import { Appointment, Save } from '../dashboard/appointment.tsx';
import { useChoices } from './choices.api.ts';
import { choicesCopy as copy } from './choices.copy.ts';

// Dialogs bring React Aria along; they are loaded when the first one opens.
const ChooseSheet = lazySheet(() => import('./choose-sheet.tsx').then((file) => file.ChooseSheet));
const GiveUp = lazySheet(() => import('./give-up.tsx').then((file) => file.GiveUp));

/** On the card of a registration: its appointment, and the way to choose, move or give up its slot, or why there is none. */
export function ChoosePart({
  row,
  observation,
  brief = false,
}: {
  row: RegistrationRow;
  observation?: ComponentProps<typeof Appointment>['observation'] | undefined;
  /** On the dashboard: nothing but the appointment and the way to move it. */
  brief?: boolean;
}) {
  const { data } = useChoices(row.id);
  const [open, setOpen] = useState<'choose' | 'give-up' | null>(null);
  const close = () => setOpen(null);
  const child = callName(row.child);
  const scheduled = row.current_stage === 'obs_scheduled';
  const booking = data?.booking ?? null;
  const full = data?.can_choose === true && !booking && data.days.length === 0;
  const label = booking && data ? copy.move(data.moves_left) : copy.open;
  const changes = (
    <Row>
      <Button
        variant={booking ? 'secondary' : 'primary'}
        aria-label={copy.openOf(label, child)}
        onClick={() => setOpen('choose')}
      >
        {label}
      </Button>
      {booking && !brief ? (
        <Button
          variant="secondary"
          aria-label={copy.openOf(copy.giveUp, child)}
          onClick={() => setOpen('give-up')}
        >
          {copy.giveUp}
        </Button>
      ) : null}
    </Row>
  );
  // An appointment that staff typed is not the family's to choose; one that it can move it need not ask for.
  const chooses = data?.can_choose && !full && (!scheduled || booking);
  return (
    <Stack $gap={8}>
      {scheduled && observation ? (
        <Appointment
          observation={observation}
          child={child}
          moves={Boolean(chooses && booking)}
          inSlot={booking !== null}
        >
          {booking ? (
            <Save href={booking.google_url} target="_blank" rel="noreferrer">
              {copy.google}
            </Save>
          ) : null}
        </Appointment>
      ) : null}
      {data?.documents && !brief ? <Quiet>{copy.documents(data.documents)}</Quiet> : null}
      {data?.reason && !brief && (!scheduled || booking) ? <Quiet>{data.reason}</Quiet> : null}
      {full && !scheduled ? <p role="status">{copy.full}</p> : null}
      {chooses ? changes : null}
      <Suspense fallback={null}>
        {data && open === 'choose' ? <ChooseSheet row={row} choices={data} onClose={close} /> : null}
        {open === 'give-up' ? <GiveUp id={row.id} onClose={close} /> : null}
      </Suspense>
    </Stack>
  );
}
