import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { Banner } from '@gerbang/ui/banner';
import type {
  AnnouncementResult,
  Announcement,
  AnnouncementRow,
} from '@gerbang/contracts/announcement-shapes';
import { announcementTone } from '@gerbang/domain/status-tones';
import { ANNOUNCEMENT_LABELS } from '@gerbang/domain/announcements';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import { StatusTag } from '@gerbang/ui/status-tag';
import { SummaryList } from '@gerbang/ui/summary-list';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { styled } from 'styled-components';
import { detailCopy as copy } from './announcements.copy.ts';

type Person = Announcement['created_by'] | null;

const Text = styled.p`
  max-width: 70ch;
  white-space: pre-line;
`;

const Moment = styled.span`
  display: grid;
  small {
    font-size: 0.875rem;
    line-height: 1.43;
    font-weight: 400;
    color: var(--text-secondary);
  }
`;

/** The state in words; its tone says whether it waits for the caller. */
export function StatusBadge({ row }: { row: Pick<AnnouncementRow, 'status' | 'may'> }) {
  return (
    <StatusTag tone={announcementTone(row.status, row.may)}>{ANNOUNCEMENT_LABELS[row.status]}</StatusTag>
  );
}

function WhoAndWhen({ moment, person }: { moment: string; person: Person }) {
  return (
    <Moment>
      {formatMoment(moment)}
      {person ? <small>{copy.by(person.name ?? '-', ROLE_WORDS[person.role])}</small> : null}
    </Moment>
  );
}

/**
 * Status, period, level, and who did what when; `brief` leaves out what has
 * not happened yet.
 */
export function Facts({ announcement, brief = false }: { announcement: Announcement; brief?: boolean }) {
  const { fields } = copy;
  const step = (label: string, moment: string | null, person: Person) =>
    moment === null
      ? brief
        ? []
        : [{ label, value: null }]
      : [{ label, value: <WhoAndWhen moment={moment} person={person} /> }];
  return (
    <SummaryList
      rows={[
        { label: fields.status, value: <StatusBadge row={announcement} /> },
        ...(announcement.corrects_id
          ? [
              {
                label: fields.kind,
                value: <Link to={`/announcement/${announcement.corrects_id}`}>{copy.correction}</Link>,
              },
            ]
          : []),
        { label: fields.period, value: announcement.observation_period },
        { label: fields.level, value: levelLabel(announcement.jenjang) },
        ...step(fields.created, announcement.created_at, announcement.created_by),
        ...(announcement.submitted_at ? step(fields.submitted, announcement.submitted_at, null) : []),
        ...step(fields.reviewed, announcement.reviewed_at, announcement.reviewed_by),
        ...step(fields.published, announcement.published_at, announcement.published_by),
      ]}
    />
  );
}

/** Text of several lines, as it was written. */
export function AnnouncementText({ text }: { text: string }) {
  return <Text>{text}</Text>;
}

const Stopped = styled.ul`
  margin: 4px 0 0;
  padding-inline-start: 20px;
  list-style: disc;
`;

/** The results that are not applied, or would not be, and why; nothing where there are none. */
export function StoppedResults({
  results,
  title,
  textOf,
}: {
  results: readonly AnnouncementResult[];
  title: (count: number) => string;
  textOf: (result: AnnouncementResult) => string;
}) {
  if (results.length === 0) return null;
  return (
    <Banner tone="attention">
      <p>{title(results.length)}</p>
      <Stopped>
        {results.map((result) => (
          <li key={result.id}>{textOf(result)}</li>
        ))}
      </Stopped>
    </Banner>
  );
}
