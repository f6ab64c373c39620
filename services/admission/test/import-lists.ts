import * as calls from '@gerbang/contracts/imports';
import type { Import, ImportRow, ShownImport } from '@gerbang/contracts/import-shapes';
import { workImports } from '../src/imports/work-imports.ts';
import type { Caller, Door } from './door.ts';

export const HEADINGS = 'Nama Anak;Tgl Lahir;Jenjang;Kelas;Tahun Ajaran;No HP';

/** A list as a CSV file. */
export const csvOf = (lines: readonly string[], headings = HEADINGS): Buffer =>
  Buffer.from([headings, ...lines].join('\n'));

/** Uploads a list as this caller. */
export function upload(door: Door, caller: Caller, bytes: Buffer, fileName = 'daftar.csv') {
  return door.app.inject({
    method: 'POST',
    url: `${calls.uploadImport.path}?file_name=${encodeURIComponent(fileName)}`,
    headers: { ...door.headers(caller), 'content-type': 'application/octet-stream' },
    payload: bytes,
  });
}

/** Uploads a list and waits until its preview is made. */
export async function previewOf(
  door: Door,
  caller: Caller,
  bytes: Buffer,
  fileName?: string,
): Promise<string> {
  const answer = await upload(door, caller, bytes, fileName);
  if (answer.statusCode !== 202) throw new Error(answer.body);
  await workImports(door.context);
  return answer.json().id;
}

/** An import as the page reads it, with all of its rows. */
export async function readImport(door: Door, caller: Caller, id: string, query = ''): Promise<ShownImport> {
  const answer = await door.call(calls.getImport, caller, { params: { id }, query });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

/** The row in this line of the file. */
export async function rowOf(door: Door, caller: Caller, id: string, n: number): Promise<ImportRow> {
  const row = (await readImport(door, caller, id)).rows.find((one) => one.n === n);
  if (!row) throw new Error(`no row ${n}`);
  return row;
}

export type { Import };
