import {
  readLoginHealth,
  readMessageHealth,
  type LoginHealth,
  type MessageHealth,
} from '@gerbang/contracts/operations';
import { call } from '@gerbang/web-kit/api/client';
import { formatDateShort, formatTime } from '@gerbang/web-kit/page/format';
import { useQuery } from '@gerbang/web-kit/api/query-client';
import { useState } from 'react';
import { Tiles, type TileFacts } from './queue-tiles.tsx';
import { ageText } from './queues.ts';
import { dashboardCopy } from './staff-dashboard.copy.ts';

const copy = dashboardCopy.operations;
const HOUR_MS = 3_600_000;

type Read<Health> = { readonly data: Health | undefined; readonly isError: boolean };
type Facts = Pick<TileFacts, 'value' | 'calm' | 'note'> & Partial<TileFacts>;

/** A tile while its figures are read, where they cannot be had, and as `facts` shows it. */
function tile<Health>(
  key: string,
  label: string,
  { data, isError }: Read<Health>,
  facts: (health: Health) => Facts,
): TileFacts {
  const waiting = { value: copy.unknown, calm: true, note: isError ? dashboardCopy.failed : '' };
  return { key, label, to: null, week: null, ...(data === undefined ? waiting : facts(data)) };
}

const messageTiles = (read: Read<MessageHealth>): TileFacts[] => [
  tile('failed', copy.failed, read, ({ failed }) => ({
    value: failed.count.toLocaleString('id-ID'),
    calm: failed.count === 0,
    note: copy.failedNote,
    to: `/admin/messages?status=failed&from=${failed.since}`,
    week: failed.days,
  })),
  tile('due', copy.due, read, ({ due }) => ({
    value: due.count.toLocaleString('id-ID'),
    calm: due.count === 0,
    note: due.oldest_at === null ? dashboardCopy.calm : copy.dueNote(ageText(due.oldest_at)),
    to: '/admin/messages?status=pending',
  })),
];

const loginTile = (read: Read<LoginHealth>): TileFacts =>
  tile('logins', copy.logins, read, ({ started, failed }) => {
    const today = failed.at(-1) ?? 0;
    return {
      value: today.toLocaleString('id-ID'),
      calm: today === 0,
      note: copy.loginsNote(started.at(-1) ?? 0),
      to: '/admin/audit?area=akun&action=session.failed',
      week: failed,
    };
  });

const backupTile = (read: Read<MessageHealth>, now: number): TileFacts =>
  tile('backup', copy.backup, read, ({ backup_at: at, backup_late_at: lateAt }) => {
    if (at === null || lateAt === null)
      return {
        value: copy.unknown,
        calm: false,
        note: [copy.noBackup, ' · ', <code key="command">{copy.backupCommand}</code>],
      };
    const hours = Math.max(0, Math.floor((now - Date.parse(at)) / HOUR_MS));
    return {
      value: copy.hours(hours),
      calm: now < Date.parse(lateAt),
      note: copy.backupNote(formatDateShort(at), formatTime(new Date(at)), now >= Date.parse(lateAt)),
    };
  });

/** How the portal does, for those who run it: failed and late messages, logins of staff, age of the last backup. */
export function OperationTiles() {
  const [now] = useState(Date.now);
  const messages = useQuery({
    queryKey: ['dashboard', 'operations', 'messages'],
    queryFn: ({ signal }) => call(readMessageHealth, { signal }),
  });
  const logins = useQuery({
    queryKey: ['dashboard', 'operations', 'logins'],
    queryFn: ({ signal }) => call(readLoginHealth, { signal }),
  });
  return <Tiles tiles={[...messageTiles(messages), loginTile(logins), backupTile(messages, now)]} />;
}
