import type { DatabaseName } from '@gerbang/local/databases';
import type { Stack } from '@gerbang/local/stack';
import { ownerUrl, rowsOf } from '../kit/databases.ts';

interface Row {
  readonly id: string;
  readonly version: number;
}

/** What is copied, with the services that keep it by the version of its last event. */
const COPIES: readonly {
  what: string;
  owner: DatabaseName;
  read: string;
  copy: string;
  at: DatabaseName[];
}[] = [
  {
    what: 'registrations',
    owner: 'admission',
    read: 'select id, event_version as version from registrations where deleted_at is null',
    copy: 'select id, version from registrations',
    at: ['announcement', 'billing'],
  },
  {
    what: 'accounts',
    owner: 'auth',
    // A wanted address or number raises the version too, and no copy is told of it.
    read: `select id, version from users
      where deleted_at is null and pending_email is null and pending_phone is null`,
    copy: 'select id, version from accounts',
    at: ['admission', 'announcement', 'billing', 'notification'],
  },
];

/** The copies that lack what their owner has published last: events that were lost, or are still on their way. */
export async function copiesBehind(stack: Stack): Promise<string[]> {
  const behind: string[] = [];
  for (const { what, owner, read, copy, at } of COPIES) {
    const rows = await rowsOf<Row>(ownerUrl(stack, owner), read);
    for (const place of at) {
      const known = new Map(
        (await rowsOf<Row>(ownerUrl(stack, place), copy)).map(({ id, version }) => [id, Number(version)]),
      );
      const late = rows.filter(({ id, version }) => (known.get(id) ?? -1) < Number(version));
      if (late.length > 0) behind.push(`${late.length} ${what} in ${place}`);
    }
  }
  return behind;
}
