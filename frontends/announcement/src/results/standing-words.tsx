import { Text } from '@gerbang/ui/layout';
import { formatDateLong } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { resultsCopy as copy } from '../dashboard/dashboard.copy.ts';
import { ContactLink } from './contact.tsx';
import { type Standing, useSeatWords } from './standing.ts';

/** What a standing means for the family, in words of today. */
export function StandingWords({
  standing,
  name,
  registrationId,
  contact,
}: {
  standing: Standing;
  /** As the child is called. */
  name: string;
  registrationId: string;
  contact: string | undefined;
}) {
  const { position, owed, ended, endedAt } = useSeatWords(registrationId, standing);
  switch (standing) {
    case 'accepted':
      return <p>{copy.passed(name)}</p>;
    case 'promoted':
      return <p>{copy.promoted(name)}</p>;
    case 'waiting':
      return (
        <>
          <Text as="b">{copy.waiting(position)}</Text>
          <p>
            {copy.waitingText} {owed}
          </p>
          <Link to={`/registrations?lihat=${registrationId}`}>{copy.whyPlace}</Link>
        </>
      );
    case 'refused':
      return (
        <>
          <p>{copy.failedWords(name)}</p>
          <ContactLink contact={contact} />
        </>
      );
    case 'closed':
      return (
        <>
          <p>{copy.closed(name)}</p>
          <ContactLink contact={contact} />
        </>
      );
    case 'left':
      return <p>{copy.left(name)}</p>;
    case 'released':
      return (
        <>
          {endedAt && ended?.startsWith('Kursi') ? (
            <Text as="b">{copy.releasedOn(formatDateLong(endedAt))}</Text>
          ) : null}
          <p>{ended === null ? copy.released(name) : `${ended}.`}</p>
          <ContactLink contact={contact} />
        </>
      );
  }
}
