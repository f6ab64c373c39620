import type { Seat } from '@gerbang/contracts/waitlists';
import { criterionText, OWED_WORDS } from '@gerbang/domain/waitlist';
import { Button } from '@gerbang/ui/button';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { formatDateLong, formatDayText } from '@gerbang/web-kit/page/format';
import { formatDayMonth } from '@gerbang/web-kit/page/days';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { useSeatChanges } from './seats.api.ts';
import { seatCopy as copy } from './seats.copy.ts';

const LeaveDialog = lazyPart(() => import('./leave-dialog.tsx').then((file) => file.LeaveDialog));

export type Place = NonNullable<Seat['waitlist']>;

const Number = styled.p`
  font-feature-settings: 'tnum';
  strong {
    font-size: 1.75rem;
    line-height: 1.3;
  }
`;

/** The number stands out from what explains it. */
const Placed = styled.div`
  padding: 8px 16px;
  border-radius: 12px;
  background: var(--bg-selected);
`;

const Part = styled.section`
  display: grid;
  gap: 4px;
  h3 {
    font-size: 0.9375rem;
    line-height: 1.5;
  }
  ul {
    display: grid;
    gap: 4px;
    font-feature-settings: 'tnum';
  }
`;

const Answers = styled.div`
  display: grid;
  gap: 4px;
  @media (min-width: 640px) {
    display: flex;
    gap: 12px;
  }
`;

/** 'Urutan 7 dari 23 di daftar tunggu SD kelas 1' */
export function PlaceLine({ place: { position, of, class_label } }: { place: Place }) {
  return (
    <Number>
      {copy.position} <strong>{position.toLocaleString('id-ID')}</strong> {copy.ofList(of, class_label)}
    </Number>
  );
}

/** '18 Jan · 9 → 7 · dua keluarga melepas tempatnya' */
const moveText = ({ at, from, position, text }: Place['history'][number]) =>
  [formatDayMonth(at), from === null ? copy.joined(position) : copy.moved(from, position), text].join(' · ');

/** A family's number on the waiting list, why it is so, what moved it, and its two answers. */
export function WaitlistPart({
  registrationId,
  child,
  place,
}: {
  registrationId: string;
  child: string;
  place: Place;
}) {
  const { stay } = useSeatChanges(registrationId);
  const [leaving, setLeaving] = useState(false);
  const { send, pending } = useDecision(stay, {
    done: copy.stayed,
    failed: copy.stayFailed,
    onClose: () => undefined,
  });
  const { criteria, history, answer_days, answer_by, next_review, owes = 'nothing' } = place;
  return (
    <Stack $gap={16}>
      <Placed>
        <PlaceLine place={place} />
      </Placed>
      <Part>
        <h3>{copy.why}</h3>
        <p>{criteria.map(criterionText).join(' · ')}</p>
      </Part>
      {history.length > 0 ? (
        <Part>
          <h3>{copy.changes}</h3>
          <ul>
            {history.map((move) => (
              <li key={`${move.at}-${move.position}`}>{moveText(move)}</li>
            ))}
          </ul>
        </Part>
      ) : null}
      <p>
        {copy.promise(answer_days)} {OWED_WORDS[owes]}
      </p>
      {answer_by !== null ? (
        <strong>{copy.asked(formatDayText(answer_by))}</strong>
      ) : next_review !== null ? (
        <Quiet $small>{copy.nextReview(formatDateLong(next_review))}</Quiet>
      ) : null}
      <Answers>
        <Button
          variant={answer_by === null ? 'secondary' : 'primary'}
          pending={pending}
          onClick={() => send(null)}
        >
          {copy.stay}
        </Button>
        <Button variant="ghost" onClick={() => setLeaving(true)}>
          {copy.leave}
        </Button>
      </Answers>
      {leaving ? (
        <Suspense fallback={null}>
          <LeaveDialog registrationId={registrationId} child={child} onClose={() => setLeaving(false)} />
        </Suspense>
      ) : null}
    </Stack>
  );
}
