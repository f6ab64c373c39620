import type { OwnResult } from '@gerbang/contracts/announcement-shapes';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { Columns, Quiet, Row, Stack } from '@gerbang/ui/layout';
import { SaveBar } from '@gerbang/ui/save-bar';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { levelText } from '@gerbang/web-kit/page/format';
import { styled } from 'styled-components';
import { Accepted, shareNews } from './accepted.tsx';
import { callNameOf, Letter, Note } from './letter.tsx';
import { NextSteps, type NextOfResult } from './next-steps.tsx';
import { resultCopy as copy } from './result.copy.ts';

const Tools = styled(Row)`
  margin-block-start: 12px;
`;

const placeOf = (row: OwnResult, year: string | null) =>
  copy.place(levelText(row.jenjang, row.registration.kelas), year);

/** The good news with what the team wrote; the editor of announcements shows it too. */
export function AcceptedNews({
  row,
  year,
  promoted = false,
}: {
  row: OwnResult;
  year: string | null;
  promoted?: boolean;
}) {
  const name = callNameOf(row);
  return (
    <>
      <Accepted
        name={name}
        place={placeOf(row, year)}
        title={promoted ? copy.promoted(name) : copy.accepted(name)}
      />
      {row.individual_note ? (
        <Card as="div">
          <Note text={row.individual_note} />
        </Card>
      ) : null}
    </>
  );
}

/** The page of a child that is accepted, or has come up from the waiting list, with the way to confirm. */
export function AcceptedResult({
  row,
  year,
  next,
  promoted,
}: {
  row: OwnResult;
  year: string | null;
  next: NextOfResult;
  promoted: boolean;
}) {
  const name = callNameOf(row);
  const place = placeOf(row, year);
  return (
    <Columns $from={1024} $tracks="repeat(2, minmax(0, 1fr))" $gap={24}>
      <Stack>
        <AcceptedNews row={row} year={year} promoted={promoted} />
      </Stack>
      <Stack>
        <Letter row={row}>
          <Tools $align="center">
            <Button variant="secondary" onClick={() => void shareNews(copy.sentence(name, place))}>
              {copy.share}
            </Button>
          </Tools>
          <Quiet $small>{copy.paper}</Quiet>
        </Letter>
        <NextSteps next={next} />
        {next.confirm ? (
          <SaveBar>
            <LinkButton to={`/enrollment-confirmation/${row.registration.id}`} $block>
              {copy.confirm}
            </LinkButton>
          </SaveBar>
        ) : null}
      </Stack>
    </Columns>
  );
}
