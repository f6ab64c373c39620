import { listAnnouncements } from '@gerbang/contracts/announcements';
import { listStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet } from '@gerbang/ui/layout';
import { Skeleton } from '@gerbang/ui/skeleton';
import { call } from '@gerbang/web-kit/api/client';
import { formatDateShort, levelText } from '@gerbang/web-kit/page/format';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { useQuery } from '@gerbang/web-kit/api/query-client';
import { Link } from '@gerbang/web-kit/page/router';
import { type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import { dashboardCopy as copy } from './staff-dashboard.copy.ts';

const SHOWN = '5';
const WEEK_MS = 7 * 86_400_000;

const List = styled.ul`
  margin-block-start: 4px;
  font-size: 0.875rem;
  line-height: 1.43;
  li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    min-height: 44px;
    padding-block: 4px;
    border-block-start: 1px solid var(--border-subtle);
  }
`;

interface Entry {
  readonly key: string;
  readonly text: ReactNode;
  readonly note: string;
  readonly action: ReactNode;
}

function ListCard({
  title,
  none,
  read,
}: {
  title: string;
  none: string;
  read: { readonly data: readonly Entry[] | undefined; readonly isError: boolean };
}) {
  return (
    <Card>
      <CardTitle>{title}</CardTitle>
      {read.data === undefined ? (
        read.isError ? (
          <Quiet>{copy.failed}</Quiet>
        ) : (
          <Skeleton lines={4} label={copy.loading} />
        )
      ) : read.data.length === 0 ? (
        <Quiet>{none}</Quiet>
      ) : (
        <List>
          {read.data.map(({ key, text, note, action }) => (
            <li key={key}>
              <span>
                {text}
                <Quiet $small $figures>
                  {note}
                </Quiet>
              </span>
              {action}
            </li>
          ))}
        </List>
      )}
    </Card>
  );
}

/** The announcements that wait for the head of school. */
export function ReviewCard() {
  const { data, isError } = useQuery({
    queryKey: ['dashboard', 'review'],
    queryFn: ({ signal }) =>
      call(listAnnouncements, {
        query: { status: 'pending_review', sort: 'created_at', limit: SHOWN },
        signal,
      }),
  });
  const entries = data?.map(
    ({ id, title, jenjang, created_at }): Entry => ({
      key: id,
      text: title,
      note: `${levelLabel(jenjang)} · ${formatDateShort(created_at)}`,
      action: (
        <Link to={`/announcement/${id}`} aria-label={copy.reviewOf(title)}>
          {copy.reviewOpen}
        </Link>
      ),
    }),
  );
  return <ListCard title={copy.review} none={copy.reviewNone} read={{ data: entries, isError }} />;
}

/** The families that have not paid their fee for more than a week, the longest first, each with a chat. */
export function FollowUpCard() {
  const [now] = useState(Date.now);
  const { data, isError } = useQuery({
    queryKey: ['dashboard', 'follow-up'],
    queryFn: ({ signal }) =>
      call(listStaffRegistrations, {
        query: { payment_status: 'pending', sort: 'created_at', limit: SHOWN },
        signal,
      }),
  });
  const entries = data
    ?.filter(({ created_at }) => now - Date.parse(created_at) > WEEK_MS)
    .map(({ id, child, parent, jenjang, kelas, created_at }): Entry => {
      const days = Math.floor((now - Date.parse(created_at)) / 86_400_000);
      const phone = parent.contact_phone;
      return {
        key: id,
        text: <Link to={`/admin/registration?id=${id}`}>{child.full_name}</Link>,
        note: `${levelText(jenjang, kelas)} · ${copy.since(days)}`,
        action:
          phone === null ? null : (
            <a
              href={`https://wa.me/${phone.replace('+', '')}`}
              target="_blank"
              rel="noreferrer"
              aria-label={copy.writeTo(child.full_name)}
            >
              {copy.write}
            </a>
          ),
      };
    });
  return <ListCard title={copy.followUp} none={copy.followUpNone} read={{ data: entries, isError }} />;
}
