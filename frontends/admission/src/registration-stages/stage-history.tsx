import type { StageEntry } from '@gerbang/contracts/admission.types';
import * as stages from '@gerbang/contracts/registration-stages';
import { STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { ROLE_LABELS } from '@gerbang/domain/roles';
import type { Viewer } from '@gerbang/domain/status-tones';
import { Button } from '@gerbang/ui/button';
import { Quiet, Text } from '@gerbang/ui/layout';
import { Skeleton } from '@gerbang/ui/skeleton';
import { Timeline } from '@gerbang/ui/timeline';
import { call, messageOf } from '@gerbang/web-kit/client';
import { formatDayText, formatMoment } from '@gerbang/web-kit/format';
import { useQuery } from '@gerbang/web-kit/query-client';
import { styled } from 'styled-components';
import { STAGE_CONTENT_LABELS, historyCopy as copy } from './stage-history.copy.ts';

const Box = styled.section`
  display: grid;
  gap: 12px;
  > h3,
  > h4 {
    font-size: 1rem;
  }
`;

function readHistory(id: string, viewer: Viewer, signal: AbortSignal) {
  const input = { params: { id }, signal };
  return viewer === 'staff'
    ? call(stages.listStaffStageHistory, input)
    : call(stages.listStageHistory, input);
}

/** 'Riwayat Tahapan', read when its row is opened; staff also see who made each change. */
export function StageHistory({ id, viewer }: { id: string; viewer: Viewer }) {
  const history = useQuery({
    queryKey: [viewer === 'staff' ? 'staff-registrations' : 'registrations', 'history', id],
    queryFn: ({ signal }) => readHistory(id, viewer, signal),
  });
  return (
    <Box>
      {viewer === 'staff' ? <h3>{copy.title}</h3> : <h4>{copy.title}</h4>}
      {history.isPending ? <Skeleton lines={3} label={copy.loading} /> : null}
      {history.isError ? (
        <div role="alert">
          <p>{copy.failed}</p>
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
      {history.data?.length === 0 ? <p>{copy.empty}</p> : null}
      {history.data && history.data.length > 0 ? (
        <Timeline
          label={copy.title}
          entries={history.data.map((entry) => ({
            key: entry.id,
            title: STAGE_LABELS[entry.stage],
            children: <EntryWords entry={entry} viewer={viewer} />,
          }))}
        />
      ) : null}
    </Box>
  );
}

function EntryWords({ entry, viewer }: { entry: StageEntry; viewer: Viewer }) {
  const text = entry.content === null ? null : formatDayText(entry.content);
  const words = text && entry.observation_time ? copy.at(text, entry.observation_time) : text;
  const label = viewer === 'staff' ? `${STAGE_CONTENT_LABELS[entry.stage] ?? copy.content}: ` : '';
  return (
    <>
      <Quiet as="time" $small dateTime={entry.reached_at}>
        {formatMoment(entry.reached_at)}
      </Quiet>
      {words ? (
        <Text $lines>
          {label}
          {words}
        </Text>
      ) : null}
      {entry.observation_place ? <p>{copy.place(entry.observation_place)}</p> : null}
      {entry.note ? <Text $lines>{entry.note}</Text> : null}
      {entry.file_attachment_url ? (
        <a href={entry.file_attachment_url} target="_blank" rel="noreferrer">
          {copy.attachment(entry.file_attachment_filename ?? copy.attachmentUnnamed)}
        </a>
      ) : null}
      {viewer === 'staff' ? (
        <Quiet $small>
          {copy.by(entry.created_by.name ?? copy.nobody, ROLE_LABELS[entry.created_by.role])}
        </Quiet>
      ) : null}
    </>
  );
}
