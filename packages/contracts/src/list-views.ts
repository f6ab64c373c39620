import { rolesWith } from '@gerbang/domain/abilities';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, lineOfText } from './text.ts';

const UNKNOWN = 'Pilihan tidak dikenal';
/** Views that one person may keep of one list. */
export const VIEWS_MOST = 20;

const views = {
  service: 'auth',
  tags: ['tampilan daftar'],
  access: { kind: 'roles', roles: rolesWith('list_views.own') },
} as const;

/** A filter or a column of a list. */
const part = z.string(UNKNOWN).regex(/^[a-z][A-Za-z_]{0,39}$/u, UNKNOWN);
/** Shorter than an id: a view names no family. */
const choice = z.string(UNKNOWN).regex(/^[A-Za-z0-9][\w./-]{0,29}$/u, UNKNOWN);
const few = (most: number) =>
  [(map: object) => Object.keys(map).length <= most, 'Terlalu banyak pilihan'] as const;

/** How a list is shown. What it does not have (any more) is passed over by its page. */
const listViewSettings = z.strictObject({
  filters: z.record(part, choice).refine(...few(20)),
  sort: z
    .string(UNKNOWN)
    .regex(/^-?[a-z_]{1,40}$/u, UNKNOWN)
    .nullable(),
  /** The columns that are left out. */
  hidden: z.array(part).max(30, 'Terlalu banyak pilihan'),
  /** The columns that have not their usual width. */
  widths: z.record(part, z.enum(['narrow', 'wide'], UNKNOWN)).refine(...few(30)),
});
export type ListViewSettings = z.output<typeof listViewSettings>;

const body = z.strictObject({
  name: lineOfText(40, 'Nama tampilan harus diisi'),
  settings: listViewSettings,
  /** Whether all who have the owner's role find it, too. */
  shared: z.boolean('Pilihan tidak valid'),
});

/** A way to show a list, under a name. */
const listViewSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  settings: listViewSettings,
  shared: z.boolean(),
  /** Whether it is the caller's, who alone changes it. */
  own: z.boolean(),
  /** Whose it is; null in the caller's own. */
  owner: z.string().nullable(),
  version: z.int(),
});
export type ListView = z.output<typeof listViewSchema>;

const list = z.string(UNKNOWN).regex(/^[a-z][a-z-]{1,39}$/u, UNKNOWN);

export const listViews = endpoint({
  ...views,
  id: 'A35',
  method: 'GET',
  path: '/api/admin/list-views',
  summary: 'Tampilan tersimpan sebuah daftar: milik sendiri dahulu, lalu yang dibagikan sesama peran',
  query: z.strictObject({ list }),
  response: { 200: z.array(listViewSchema) },
});

export const saveListView = endpoint({
  ...views,
  id: 'A36',
  method: 'POST',
  path: '/api/admin/list-views',
  summary: 'Simpan saringan, urutan, kolom, dan lebarnya dengan nama',
  body: body.extend({ list }),
  response: { 201: listViewSchema },
});

export const changeListView = endpoint({
  ...views,
  id: 'A37',
  method: 'PUT',
  path: '/api/admin/list-views/{id}',
  summary: 'Ubah tampilan tersimpan milik sendiri',
  params: idParams,
  body,
  response: { 200: listViewSchema },
});

export const deleteListView = endpoint({
  ...views,
  id: 'A38',
  method: 'DELETE',
  path: '/api/admin/list-views/{id}',
  summary: 'Hapus tampilan tersimpan milik sendiri',
  params: idParams,
  response: { 204: z.void() },
});

/** The calls about ways to show a list. */
export const listViewCalls = [listViews, saveListView, changeListView, deleteListView] as const;
