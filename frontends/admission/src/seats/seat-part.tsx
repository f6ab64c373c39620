import { Banner } from '@gerbang/ui/banner';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { Loading } from '@gerbang/web-kit/components/loading';
import { formatDayMonth } from '@gerbang/web-kit/days';
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
  if (!seat.data) return <Loading of={seat} lines={2} label={copy.loading} failed={copy.failed} />;
  const { offer, waitlist, history } = seat.data;
  const own = { registrationId, child };
  return (
    <Stack $gap={12}>
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
