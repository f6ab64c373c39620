import type { CheckIn } from '@gerbang/contracts/check-ins';
import { isCheckedIn, PRESENCE_LABELS, PRESENCES } from '@gerbang/domain/check-ins';
import { ATTENDEES } from '@gerbang/domain/observation-slots';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { formatTime } from '@gerbang/web-kit/page/format';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { Check, X } from 'lucide-react';
import { styled } from 'styled-components';
import { checkInsCopy as copy } from './check-ins.copy.ts';
import type { Mark } from './presence-queue.ts';

const Child = styled.li`
  display: grid;
  gap: 10px;
  padding-block: 16px;
  border-block-start: 1px solid var(--border-subtle);
  break-inside: avoid;
  @media (min-width: 700px) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 24rem);
    gap: 10px 24px;
    align-items: center;
  }
`;

/** Two places for a thumb beside each other. */
const Choice = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(max-content, 1fr);
  gap: 10px;
  button {
    min-height: 56px;
    padding-inline: 8px;
    white-space: nowrap;
    font-size: 1.0625rem;
  }
`;

const Problem = styled.div`
  grid-column: 1 / -1;
`;

const ICONS = { attended: Check, absent: X } as const;

type Fact = keyof typeof copy.facts;
/** What can be left out beside a child's name and number. */
export const FACTS = (Object.keys(copy.facts) as Fact[]).map((key) => ({ key, header: copy.facts[key] }));

/** Name, number, parents and what the child needs. */
function Facts({
  row,
  mark,
  hidden,
}: {
  row: CheckIn;
  mark: Mark | undefined;
  /** Facts that are left out. */
  hidden: readonly string[];
}) {
  const shows = (fact: Fact) => !hidden.includes(fact);
  const { documents, attendees, needs, status, checked_in_at: at } = row;
  const parents = [row.father_name, row.mother_name].filter(Boolean).join(' dan ');
  return (
    <div>
      <strong>{row.child_name}</strong>
      <Quiet $small>
        {[
          row.registration_number,
          ...(parents && shows('parents') ? [parents] : []),
          ...(attendees && shows('attendees') ? [ATTENDEES[attendees]] : []),
          ...(documents && shows('documents') ? [copy.documents(documents.done, documents.of)] : []),
        ].join(' · ')}
      </Quiet>
      {needs && shows('needs') ? <p>{copy.needs(needs)}</p> : null}
      <Quiet $small>
        {mark ? (
          copy.waits
        ) : isCheckedIn(row) ? (
          <>
            {PRESENCE_LABELS[status as keyof typeof PRESENCE_LABELS]}
            {at ? ` · ${copy.marked(formatTime(new Date(at)))}` : ''}
          </>
        ) : status === 'booked' ? null : (
          copy.gone
        )}
      </Quiet>
    </div>
  );
}

/** One child with its two large buttons; a mark that was refused stays until a person has decided about it. */
export function CheckInRow({
  row,
  mark,
  hidden,
  onMark,
  onDrop,
}: {
  row: CheckIn;
  mark: Mark | undefined;
  /** Facts that are left out. */
  hidden: readonly string[];
  onMark: (status: Mark['status']) => void;
  onDrop: () => void;
}) {
  const [writes, corrects] = [useCan('slots.write'), useCan('check_ins.correct')];
  const shown = mark?.problem === undefined ? (mark?.status ?? row.status) : row.status;
  const marks = writes && (row.status === 'booked' || (corrects && isCheckedIn(row)));
  return (
    <Child>
      <Facts row={row} mark={mark?.problem === undefined ? mark : undefined} hidden={hidden} />
      {marks ? (
        <Choice role="group" aria-label={copy.presenceOf(row.child_name)} data-no-print>
          {PRESENCES.map((status) => {
            const Icon = ICONS[status];
            const chosen = shown === status;
            return (
              <Button
                key={status}
                variant={chosen ? 'primary' : 'secondary'}
                aria-pressed={chosen}
                icon={<Icon size={20} aria-hidden="true" />}
                onClick={() => (chosen ? undefined : onMark(status))}
              >
                {PRESENCE_LABELS[status]}
              </Button>
            );
          })}
        </Choice>
      ) : null}
      {mark?.problem === undefined ? null : (
        <Problem>
          <Banner tone="attention" role="alert">
            <Stack $gap={8}>
              <p>
                {copy.problem(PRESENCE_LABELS[mark.status])} {mark.problem}
              </p>
              <Row>
                {marks && row.status !== mark.status ? (
                  <Button small variant="secondary" onClick={() => onMark(mark.status)}>
                    {copy.again(PRESENCE_LABELS[mark.status])}
                  </Button>
                ) : null}
                <Button small variant="secondary" onClick={onDrop}>
                  {copy.drop}
                </Button>
              </Row>
            </Stack>
          </Banner>
        </Problem>
      )}
    </Child>
  );
}
