import { checkPaper, exportPapers, listPapers, revokePaper as revokeCall } from '@gerbang/contracts/papers';
import { readPaperCode } from '@gerbang/domain/papers';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import { noteListRead } from '@gerbang/service-kit/http/note-list-read';
import { sendList } from '@gerbang/service-kit/http/paging';
import { withId } from '@gerbang/service-kit/http/use-cases';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { LookCounter } from './look-counter.ts';
import { paperFile, paperList } from './paper-list.ts';
import { addLooks, findByCode } from './papers.repository.ts';
import { toCheck, unknownCode } from './papers.view.ts';
import { revokePaper } from './revoke-paper.ts';

/** The papers that the school has given out: their public check, the staff's list, and the revoking of letters. */
export function papersRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const { config, database, log } = context;
  const { host } = new URL(config.PUBLIC_ORIGIN);
  const db = database.knex;
  const looks = new LookCounter((seen) => addLooks(db, seen), log);
  app.addHook('onClose', () => looks.flush());

  mount(app, verifier, checkPaper, async ({ params }) => {
    const code = readPaperCode(params.code);
    const paper = code === null ? undefined : await findByCode(database, code);
    if (!paper) throw unknownCode();
    looks.note(paper.id);
    return toCheck(host, paper);
  });

  mount(app, verifier, listPapers, async ({ identity, request, query, reply }) => {
    const { search: _search, cursor: _cursor, ...filters } = query;
    await noteListRead(db, callerOf(identity, request), query, 'papers.read', filters);
    return sendList(reply, listPapers.path, query, paperList(db, query));
  });

  const files = { ...context, most: config.STAFF_EXPORTS_PER_HOUR };
  mountListFile(app, verifier, exportPapers, files, ({ query }) => paperFile(db, query));

  mount(app, verifier, revokeCall, withId(context, revokePaper));
}
