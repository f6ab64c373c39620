import type { StageEntry } from '@gerbang/contracts/admission.types';
import type * as registrations from '@gerbang/contracts/registrations';
import { STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { Button } from '@gerbang/ui/button';
import { Skeleton } from '@gerbang/ui/skeleton';
import { Timeline } from '@gerbang/ui/timeline';
import { call, messageOf } from '@gerbang/web-kit/client';
import { formatDayText, formatMoment } from '@gerbang/web-kit/format';
import { useQuery } from '@gerbang/web-kit/query-client';
import { styled } from 'styled-components';
import { dashboardCopy as copy } from './dashboard.copy.ts';

const Box = styled.section`
  display: grid;
  gap: 12px;
  h4 {
    font-size: 1rem;
  }
`;

const Words = styled.p`
  white-space: pre-line;
`;

const Time = styled.time`
  font-size: 0.875rem;
  line-height: 1.43;
  color: var(--text-secondary);
`;

/** 'Riwayat Tahapan': read when the row is opened, not before (accounts §7). */
export function StageHistory({ id }: { id: string }) {
  const history = useQuery({
    queryKey: ['registrations', 'history', id],
    queryFn: ({ signal }) =>
      call<typeof registrations.listStageHistory>('GET', '/api/registrations/{id}/stage-history', {
        params: { id },
        signal,
      }),
  });
  return (
    <Box>
      <h4>{copy.historyTitle}</h4>
      {history.isPending ? <Skeleton lines={3} label={copy.historyLoading} /> : null}
      {history.isError ? (
        <div role="alert">
          <p>{copy.historyFailed}</p>
          <p>{messageOf(history.error)}</p>
          <Button
            small
            variant="secondary"
            pending={history.isFetching}
            onClick={() => void history.refetch()}
          >
            {copy.retry}
          </Button>
        </div>
      ) : null}
      {history.data?.length === 0 ? <p>{copy.historyEmpty}</p> : null}
      {history.data && history.data.length > 0 ? (
        <Timeline
          label={copy.historyTitle}
          entries={history.data.map((entry) => ({
            key: entry.id,
            title: STAGE_LABELS[entry.stage],
            children: <EntryWords entry={entry} />,
          }))}
        />
      ) : null}
    </Box>
  );
}

function EntryWords({ entry }: { entry: StageEntry }) {
  const day = entry.content === null ? null : formatDayText(entry.content);
  return (
    <>
      <Time dateTime={entry.reached_at}>{formatMoment(entry.reached_at)}</Time>
      {day ? <Words>{entry.observation_time ? copy.at(day, entry.observation_time) : day}</Words> : null}
      {entry.observation_place ? <p>{copy.place(entry.observation_place)}</p> : null}
      {entry.note ? <Words>{entry.note}</Words> : null}
      {entry.file_attachment_url ? (
        <a href={entry.file_attachment_url} target="_blank" rel="noreferrer">
          {copy.attachment(entry.file_attachment_filename ?? copy.attachmentUnnamed)}
        </a>
      ) : null}
    </>
  );
}
