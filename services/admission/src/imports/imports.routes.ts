import type { ShownImport } from '@gerbang/contracts/import-shapes';
import * as calls from '@gerbang/contracts/imports';
import { XLSX } from '@gerbang/contracts/endpoint';
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from '@gerbang/domain/imports';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller, callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import { badRequest } from '@gerbang/service-kit/http/problems';
import { receiveFile } from '@gerbang/service-kit/http/uploads';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { changeRow, mapColumns, noImport } from './change-import.ts';
import { rowsOf } from './import-rows.repository.ts';
import { importById, newestImports, personOf } from './imports.repository.ts';
import { toImport, toImportRow } from './imports.view.ts';
import { inviteFamilies } from './invite-families.ts';
import { ListReader } from './list-reader.ts';
import { termsNow } from './look-at-import.ts';
import { resultList } from './result-list.ts';
import { startImport, stopImport } from './run-import.ts';
import { sampleList } from './sample-list.ts';
import { countFees, settleFees } from './settle-fees.ts';
import { undoImport } from './undo-import.ts';
import { uploadList } from './upload-list.ts';

/** The line behind which a page begins. */
function lineOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const line = Number(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!Number.isInteger(line) || line < 0)
    throw badRequest('Cursor tidak valid', [{ path: 'cursor', message: 'Cursor tidak valid' }]);
  return line;
}

const cursorAt = (line: number): string => Buffer.from(String(line)).toString('base64url');

/** An import with a page of its rows; without a limit all of them. */
async function readImport(
  context: Context,
  caller: Caller,
  id: string,
  { status, limit, cursor, rows: wanted }: z.output<(typeof calls.getImport)['query']>,
): Promise<ShownImport> {
  const { database, columns } = context;
  const db = database.knex;
  const after = lineOf(cursor);
  const found = await importById(db, columns, id);
  if (!found) throw noImport();
  const shown = await toImport(context, db, found);
  if (wanted === 'none') return { ...shown, rows: [], next_cursor: null };
  await audit(db, {
    action: 'import.read',
    actor: await actorOf(db, caller),
    subject: id,
    details: { ...(status && { status }), next_page: cursor !== undefined },
    origin: caller.origin,
  });
  const most = limit ?? (cursor === undefined ? IMPORT_MAX_ROWS : 200);
  const listed = await rowsOf(db, columns, id, { status, after, limit: most + 1 });
  const page = listed.slice(0, most);
  const last = page.at(-1);
  return {
    ...shown,
    rows: page.map(toImportRow),
    next_cursor: last && listed.length > page.length ? cursorAt(last.n) : null,
  };
}

/** Lists that come from elsewhere. */
export function importsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;
  const reader = new ListReader();
  app.addHook('onClose', () => reader.close());

  // A scope of its own: no other call takes raw bodies.
  app.register(async (scope) => {
    mount(scope, verifier, calls.uploadImport, async ({ identity, request, query, body }) => {
      const bytes = await receiveFile(body, request, IMPORT_MAX_BYTES);
      return uploadList(context, reader, callerOf(identity, request), { fileName: query.file_name, bytes });
    });
  });

  mount(app, verifier, calls.importSample, async ({ reply }) =>
    reply
      .type(XLSX)
      .header('content-disposition', 'attachment; filename="contoh-daftar.xlsx"')
      .header('cache-control', 'no-store')
      .send(sampleList(await termsNow(context, db))),
  );

  mount(app, verifier, calls.listImports, async () =>
    (await newestImports(db)).map(
      ({ id, file_name, state, created_at, created_by_name, created_by_role }) => ({
        id,
        file_name,
        state: state,
        created_by: personOf({ name: created_by_name, role: created_by_role }),
        created_at: created_at.toISOString(),
      }),
    ),
  );

  mount(app, verifier, calls.getImport, ({ identity, request, params, query }) =>
    readImport(context, callerOf(identity, request), params.id, query),
  );
  mount(app, verifier, calls.mapImport, ({ identity, request, params, body }) =>
    mapColumns(context, callerOf(identity, request), params.id, body),
  );
  mount(app, verifier, calls.changeImportRow, ({ identity, request, params, body }) =>
    changeRow(context, callerOf(identity, request), params.id, params.n, body),
  );
  mount(app, verifier, calls.startImport, ({ identity, request, params }) => {
    assertFresh(identity);
    return startImport(context, callerOf(identity, request), params.id);
  });
  mount(app, verifier, calls.stopImport, ({ identity, request, params }) =>
    stopImport(context, callerOf(identity, request), params.id),
  );
  mount(app, verifier, calls.undoImport, ({ identity, request, params }) =>
    undoImport(context, callerOf(identity, request), params.id),
  );
  mount(app, verifier, calls.inviteImport, ({ identity, request, params, body }) =>
    inviteFamilies(context, callerOf(identity, request), params.id, body),
  );
  mount(app, verifier, calls.settleImportFees, async ({ identity, request, params, query, reply }) => {
    if (query.preview) return countFees(context, params.id);
    const answer = await settleFees(context, callerOf(identity, request), params.id);
    if ('waiting' in answer) reply.code(202);
    return answer;
  });
  mountListFile(app, verifier, calls.importResult, context, ({ params }) => resultList(context, params.id));
}
