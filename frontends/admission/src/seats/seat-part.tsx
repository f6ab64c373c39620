import { Banner } from '@gerbang/ui/banner';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { formatDayMonth } from '@gerbang/web-kit/page/days';
import { useEffect, useRef } from 'react';
import { OfferPart } from './offer-part.tsx';
import { SeatLink } from './seat-link.tsx';
import { seatCopy as copy } from './seats.copy.ts';
import { useSeat } from './seats.api.ts';
import { PlaceLine, WaitlistPart } from './waitlist-part.tsx';

/**
 * The seat of a registration on its family's cards, or its place on the waiting list; `brief` names the deadline or the place
 * alone, with a way to the rest: on a dashboard the next step already has the button.
 */
export function SeatPart({
  registrationId,
  child,
  brief = false,
}: {
  registrationId: string;
  /** As the child is called. */
  child: string;
  brief?: boolean;
}) {
  const seat = useSeat(registrationId);
  const part = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const stands = seat.data && `${seat.data.kind} ${seat.data.offer?.status}`;
  const stood = useRef(stands);
  useEffect(() => {
    // The button that was pressed has gone, and the focus with it.
    const isNew = stood.current !== undefined && stood.current !== stands;
    if (isNew && hadFocus.current && document.activeElement === document.body) part.current?.focus();
    stood.current = stands;
  }, [stands]);
  if (!seat.data) return <Loading of={seat} lines={2} label={copy.loading} failed={copy.failed} />;
  const { offer, waitlist, history } = seat.data;
  const own = { registrationId, child };
  return (
    <Stack
      ref={part}
      tabIndex={-1}
      $gap={12}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={({ relatedTarget }) => {
        hadFocus.current = relatedTarget === null;
      }}
    >
      {offer ? <OfferPart {...own} offer={offer} brief={brief} /> : null}
      {waitlist === null ? null : brief ? (
        <Banner tone="info">
          <PlaceLine place={waitlist} />
          <SeatLink to={`/registrations?lihat=${registrationId}`}>{copy.more}</SeatLink>
        </Banner>
      ) : (
        <WaitlistPart {...own} place={waitlist} />
      )}
      {history.length > 0 && !brief ? (
        <Quiet as="ul" $small aria-label={copy.past}>
          {history.map(({ at, text }) => (
            <li key={`${at}-${text}`}>
              {formatDayMonth(at)} · {text}
            </li>
          ))}
        </Quiet>
      ) : null}
    </Stack>
  );
}
