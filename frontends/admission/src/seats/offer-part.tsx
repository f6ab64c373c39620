import type { Seat } from '@gerbang/contracts/waitlists.types';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { dayParts, untilText } from '@gerbang/web-kit/days';
import { formatTime } from '@gerbang/web-kit/format';
import { lazySheet } from '@gerbang/web-kit/lazy-page';
import { Suspense, useState } from 'react';
import { seatCopy as copy } from './seats.copy.ts';

const DeclineSheet = lazySheet(() => import('./decline-sheet.tsx').then((file) => file.DeclineSheet));

type Offer = NonNullable<Seat['offer']>;

/** `Jumat 12 Februari 2027, 20.00` */
function deadlineText(moment: string): string {
  const day = jakartaDay(new Date(moment));
  const { weekday, day: number, month } = dayParts(day);
  return `${weekday} ${number} ${month} ${day.slice(0, 4)}, ${formatTime(new Date(moment))}`;
}

/** Until when a seat is held, and the two answers of the family. */
export function OfferPart({
  registrationId,
  child,
  offer: { status, answer_until: until },
}: {
  registrationId: string;
  /** As the child is called. */
  child: string;
  offer: Offer;
}) {
  const [declining, setDeclining] = useState(false);
  const [now] = useState(() => Date.now());
  if (status === 'accepted') return <Banner tone="success">{copy.accepted(child)}</Banner>;
  if (status !== 'open') return <Banner tone="info">{copy.releasing}</Banner>;
  if (until !== null && Date.parse(until) < now) {
    return <Banner tone="attention">{copy.expired}</Banner>;
  }
  return (
    <Stack $gap={12}>
      <p>
        {until === null ? (
          copy.offeredOpen(child)
        ) : (
          <>
            {copy.offered(child)} <strong>{deadlineText(until)}</strong> (
            {untilText(jakartaDay(new Date(until)))})
          </>
        )}
      </p>
      <LinkButton to={`/enrollment-confirmation/${registrationId}`} $block>
        {copy.confirm}
      </LinkButton>
      <Quiet as="div">
        <Button variant="ghost" onClick={() => setDeclining(true)}>
          {copy.decline}
        </Button>
      </Quiet>
      {declining ? (
        <Suspense fallback={null}>
          <DeclineSheet registrationId={registrationId} child={child} onClose={() => setDeclining(false)} />
        </Suspense>
      ) : null}
    </Stack>
  );
}
