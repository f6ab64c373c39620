import type { Seat } from '@gerbang/contracts/waitlists';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Stack } from '@gerbang/ui/layout';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { SchoolText } from '@gerbang/web-kit/page/school-text.tsx';
import { dayParts, daysText } from '@gerbang/web-kit/page/days';
import { formatTime } from '@gerbang/web-kit/page/format';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { useSchool } from '@gerbang/web-kit/api/school';
import { SeatLink } from './seat-link.tsx';
import { seatCopy as copy } from './seats.copy.ts';

const DeclineSheet = lazySheet(() => import('./decline-sheet.tsx').then((file) => file.DeclineSheet));

type Offer = NonNullable<Seat['offer']>;

// The answer that is not asked for stands quietly below the other one.
const Middle = styled.div`
  display: grid;
  justify-items: center;
`;

/** Today or tomorrow. */
const LAST_DAYS = 1;

/** `Jumat 12 Februari 2027, 20.00` */
function deadlineText(moment: string): string {
  const day = jakartaDay(new Date(moment));
  const { weekday, day: number, month } = dayParts(day);
  return `${weekday} ${number} ${month} ${day.slice(0, 4)}, ${formatTime(new Date(moment))}`;
}

/** The sentence of an open offer; the days are the server's, because a phone's clock may be wrong. */
function HeldUntil({
  child,
  offer: { answer_until: until, days_left: days },
}: {
  child: string;
  offer: Offer;
}) {
  if (until === null || days === null) return <p>{copy.offeredOpen(child)}</p>;
  return (
    <p>
      {copy.offered(child)} <strong>{deadlineText(until)}</strong> ({daysText(days)})
    </p>
  );
}

/** The school's own words on offers. */
function OfferNote() {
  return <SchoolText text={useSchool().data?.texts.offer_note ?? ''} />;
}

/** Until when a seat is held, and the two answers of the family; `brief` = with a way to them alone. */
export function OfferPart({
  registrationId,
  child,
  offer,
  brief,
}: {
  registrationId: string;
  /** As the child is called. */
  child: string;
  offer: Offer;
  brief: boolean;
}) {
  const [declining, setDeclining] = useState(false);
  const { status, answer_until: until, days_left: days } = offer;
  if (status === 'accepted') return <Banner tone="success">{copy.accepted(child)}</Banner>;
  if (status !== 'open') return <Banner tone="info">{copy.releasing}</Banner>;
  if (until !== null && days === null) return <Banner tone="attention">{copy.expired}</Banner>;
  const held = (
    <Banner tone={days !== null && days <= LAST_DAYS ? 'attention' : 'info'}>
      <HeldUntil child={child} offer={offer} />
      {brief ? <SeatLink to={`/registrations?lihat=${registrationId}`}>{copy.see}</SeatLink> : null}
    </Banner>
  );
  if (brief) return held;
  return (
    <Stack $gap={12}>
      {held}
      <OfferNote />
      <LinkButton to={`/enrollment-confirmation/${registrationId}`} $block>
        {copy.confirm}
      </LinkButton>
      <Middle>
        <Button variant="ghost" onClick={() => setDeclining(true)}>
          {copy.decline}
        </Button>
      </Middle>
      {declining ? (
        <Suspense fallback={null}>
          <DeclineSheet registrationId={registrationId} child={child} onClose={() => setDeclining(false)} />
        </Suspense>
      ) : null}
    </Stack>
  );
}
