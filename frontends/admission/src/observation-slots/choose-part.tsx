import type { RegistrationRow } from '@gerbang/contracts/registrations';
import { callName } from '@gerbang/domain/family-steps';
import { Button } from '@gerbang/ui/button';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { Suspense, useState } from 'react';
import { useChoices } from './choices.api.ts';
import { choicesCopy as copy } from './choices.copy.ts';

// Dialogs bring React Aria along; they are loaded when the first one opens.
const ChooseSheet = lazySheet(() => import('./choose-sheet.tsx').then((file) => file.ChooseSheet));
const GiveUp = lazySheet(() => import('./give-up.tsx').then((file) => file.GiveUp));

/** On the card of a registration: the way to choose or move its slot, or why there is none. */
export function ChoosePart({ row }: { row: RegistrationRow }) {
  const { data } = useChoices(row.id);
  const [open, setOpen] = useState<'choose' | 'give-up' | null>(null);
  const close = () => setOpen(null);
  // The card stands without it; an appointment that staff typed is not the family's to choose.
  if (!data || (row.current_stage === 'obs_scheduled' && !data.booking)) return null;
  const child = callName(row.child);
  const label = data.booking ? copy.move(data.moves_left) : copy.open;
  const full = data.can_choose && !data.booking && data.days.length === 0;
  return (
    <Stack $gap={8}>
      {data.reason ? <Quiet>{data.reason}</Quiet> : null}
      {full ? <p role="status">{copy.full}</p> : null}
      {data.can_choose && !full ? (
        <Row>
          <Button
            variant={data.booking ? 'secondary' : 'primary'}
            aria-label={copy.openOf(label, child)}
            onClick={() => setOpen('choose')}
          >
            {label}
          </Button>
          {data.booking ? (
            <Button
              variant="secondary"
              aria-label={copy.openOf(copy.giveUp, child)}
              onClick={() => setOpen('give-up')}
            >
              {copy.giveUp}
            </Button>
          ) : null}
        </Row>
      ) : null}
      <Suspense fallback={null}>
        {open === 'choose' ? <ChooseSheet row={row} choices={data} onClose={close} /> : null}
        {open === 'give-up' ? <GiveUp id={row.id} onClose={close} /> : null}
      </Suspense>
    </Stack>
  );
}
