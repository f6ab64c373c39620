import type { WithoutSlot } from '@gerbang/contracts/observation-slots';
import { Button } from '@gerbang/ui/button';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { clockText, formatWeekday } from '@gerbang/web-kit/page/days';
import { Link } from '@gerbang/web-kit/page/router';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { styled } from 'styled-components';
import { calendarCopy as copy } from './slots.copy.ts';

const List = styled.ul`
  display: grid;
  gap: 8px;
  list-style: none;
  margin: 0;
  padding: 0;
`;

/** The children of this week whose day was typed by hand, each with the way to make a slot of it. */
export function TypedList({
  typed,
  onMake,
}: {
  typed: readonly WithoutSlot[];
  onMake: (one: WithoutSlot) => void;
}) {
  const writes = useCan('slots.write');
  return (
    <Stack $gap={8}>
      <h3>{copy.withoutSlot}</h3>
      <List>
        {typed.map((one) => (
          <Row as="li" key={one.registration_id} $justify="between" $align="center">
            <div>
              <Link to={`/admin/registration?id=${one.registration_id}`}>{one.child_name}</Link>
              <Quiet $small>
                {[formatWeekday(one.day), ...(one.time ? [clockText(one.time)] : []), one.place]
                  .filter(Boolean)
                  .join(' · ')}
              </Quiet>
            </div>
            {writes ? (
              <Button
                small
                variant="secondary"
                aria-label={copy.makeSlotOf(one.child_name)}
                onClick={() => onMake(one)}
              >
                {copy.makeSlot}
              </Button>
            ) : null}
          </Row>
        ))}
      </List>
    </Stack>
  );
}
