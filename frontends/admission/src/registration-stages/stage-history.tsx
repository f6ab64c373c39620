import type { StageEntry } from '@gerbang/contracts/registration-stages';
import * as stages from '@gerbang/contracts/registration-stages';
import { STAFF_STAGE_LABELS, STAGE_LABELS, type Stage } from '@gerbang/domain/registration-stages';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import type { Viewer } from '@gerbang/domain/status-tones';
import { Button } from '@gerbang/ui/button';
import { Quiet, Text } from '@gerbang/ui/layout';
import { Skeleton } from '@gerbang/ui/skeleton';
import { Timeline } from '@gerbang/ui/timeline';
import { call, messageOf } from '@gerbang/web-kit/api/client';
import { formatDayText, formatMoment } from '@gerbang/web-kit/page/format';
import { useQuery } from '@gerbang/web-kit/api/query-client';
import { styled } from 'styled-components';

/** The label of a stage's content; 'Keterangan' for the other stages. */
export const STAGE_CONTENT_LABELS: Readonly<Partial<Record<Stage, string>>> = {
  obs_scheduled: 'Tanggal Observasi',
  obs_attended: 'Hasil Kehadiran',
  obs_not_attended: 'Alasan Tidak Hadir',
  waiting_announcement: 'Informasi Tambahan',
  withdrawn: 'Alasan',
};

/** Texts of 'Riwayat Tahapan'. */
const historyCopy = {
  title: 'Riwayat Tahapan',
  loading: 'Memuat riwayat...',
  empty: 'Belum ada riwayat tahapan',
  failed: 'Riwayat tahapan tidak dapat dimuat. Silakan coba lagi.',
  retry: 'Coba lagi',
  content: 'Keterangan',
  at: (day: string, time: string) => `${day}, ${time.replace(':', '.')} WIB`,
  place: (place: string) => `Tempat: ${place}`,
  attachment: (name: string) => `Lampiran: ${name}`,
  attachmentUnnamed: 'berkas',
  by: (name: string, role: string) => `Oleh ${name} · ${role}`,
  nobody: 'Sistem',
  system: 'Oleh Sistem',
  calendar: 'Simpan ke kalender',
} as const;

const Box = styled.section`
  display: grid;
  gap: 12px;
  > h3,
  > h4 {
    font-size: 1rem;
  }
`;

const Calendar = styled.a`
  display: inline-flex;
  align-items: center;
  min-height: 44px;
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
      {viewer === 'staff' ? <h3>{historyCopy.title}</h3> : <h4>{historyCopy.title}</h4>}
      {history.isPending ? <Skeleton lines={3} label={historyCopy.loading} /> : null}
      {history.isError ? (
        <div role="alert">
          <p>{historyCopy.failed}</p>
          <p>{messageOf(history.error)}</p>
          <Button
            small
            variant="secondary"
            pending={history.isFetching}
            onClick={() => void history.refetch()}
          >
            {historyCopy.retry}
          </Button>
        </div>
      ) : null}
      {history.data?.length === 0 ? <p>{historyCopy.empty}</p> : null}
      {history.data && history.data.length > 0 ? (
        <Timeline
          label={historyCopy.title}
          entries={history.data.map((entry, at, all) => ({
            key: entry.id,
            title: (viewer === 'staff' ? STAFF_STAGE_LABELS : STAGE_LABELS)[entry.stage],
            children: <EntryWords entry={entry} viewer={viewer} isLatest={at === all.length - 1} />,
          }))}
        />
      ) : null}
    </Box>
  );
}

function byWords(by: StageEntry['created_by']): string {
  if (by === null) return historyCopy.system;
  return historyCopy.by(by.name ?? historyCopy.nobody, ROLE_WORDS[by.role]);
}

function EntryWords({ entry, viewer, isLatest }: { entry: StageEntry; viewer: Viewer; isLatest: boolean }) {
  const text = entry.content === null ? null : formatDayText(entry.content);
  const words = text && entry.observation_time ? historyCopy.at(text, entry.observation_time) : text;
  const label = viewer === 'staff' ? `${STAGE_CONTENT_LABELS[entry.stage] ?? historyCopy.content}: ` : '';
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
      {entry.observation_place ? <p>{historyCopy.place(entry.observation_place)}</p> : null}
      {viewer === 'parent' && isLatest && entry.stage === 'obs_scheduled' ? (
        <Calendar href={stages.observationCalendar.path.replace('{id}', entry.registration_id)} download>
          {historyCopy.calendar}
        </Calendar>
      ) : null}
      {entry.note ? <Text $lines>{entry.note}</Text> : null}
      {entry.file_attachment_url ? (
        <a href={entry.file_attachment_url} target="_blank" rel="noreferrer">
          {historyCopy.attachment(entry.file_attachment_filename ?? historyCopy.attachmentUnnamed)}
        </a>
      ) : null}
      {viewer === 'staff' ? <Quiet $small>{byWords(entry.created_by)}</Quiet> : null}
    </>
  );
}
