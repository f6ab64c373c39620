import { shownEmail } from '@gerbang/domain/users';
import type { User } from '@gerbang/contracts/users';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import { moment, type SheetColumn, text } from '@gerbang/service-kit/http/cells';
import { type ListFile, wholeOf } from '@gerbang/service-kit/http/list-file';
import { type ListQuery, userList } from './user-list.repository.ts';

const COLUMNS: readonly SheetColumn<User>[] = [
  { title: 'Nama', width: 30, cell: ({ name }) => text(name) },
  { title: 'Email', width: 32, cell: ({ email }) => text(shownEmail(email)) },
  { title: 'Peran', width: 22, cell: ({ role }) => text(ROLE_WORDS[role]) },
  { title: 'Telepon', width: 18, cell: ({ contact_phone }) => text(contact_phone) },
  {
    title: 'Nomor Terverifikasi',
    width: 20,
    cell: ({ contact_phone, phone_verified }) => text(contact_phone && (phone_verified ? 'Ya' : 'Belum')),
  },
  { title: 'Dibuat', width: 18, cell: ({ created_at }) => moment(created_at) },
];

/** The users of a query as a file. */
export const userFile = (db: Db, query: ListQuery): ListFile<User> => ({
  action: 'user.exported',
  title: 'Pengguna',
  file: 'pengguna',
  columns: COLUMNS,
  ...wholeOf(db, userList(db, query), query),
});
