import {
  checkPaper,
  exportPapers,
  getFeeReceipt,
  getLetter,
  listPapers,
  revokePaper as revokeCall,
} from '@gerbang/contracts/papers';
import { nameInitials, readPaperCode } from '@gerbang/domain/papers';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount, type SessionIdentity } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { registrationOf } from '../enrollment-confirmations/enrollment-confirmations.repository.ts';
import { type DocumentPrinter, noteRead } from '../invoice-documents/document-printer.ts';
import { readPrintedChild } from '../invoice-documents/invoice-documents.repository.ts';
import { toFeeReceiptDocument, toLetterDocument } from '../invoice-documents/invoice-documents.view.ts';
import { letterOf } from './issue-letter.ts';
import { LookCounter } from './look-counter.ts';
import { paperFile, paperList } from './paper-list.ts';
import { addLooks, findByCode, renewInitials } from './papers.repository.ts';
import { noPaper, toCheck, unknownCode } from './papers.view.ts';
import { feeReceiptOf } from './replace-papers.ts';
import { revokePaper } from './revoke-paper.ts';

const ownerOf = ({ role, sub }: SessionIdentity): string | null => (role === 'wali_murid' ? sub : null);

/** The papers that the school has given out: their public check, the staff's list, and the revoking of letters. */
export function papersRoutes(
  app: FastifyInstance,
  verifier: Verifier,
  context: Context,
  printer: DocumentPrinter,
): void {
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
    const caller = callerOf(identity, request);
    const { search: _search, cursor, ...filters } = query;
    await audit(db, {
      action: 'papers.read',
      actor: await actorOf(db, caller),
      subject: caller.id,
      details: { filters, next_page: cursor !== undefined },
      origin: caller.origin,
    });
    return sendList(reply, listPapers.path, query, paperList(db, query));
  });

  const files = { ...context, most: config.STAFF_EXPORTS_PER_HOUR };
  mountListFile(app, verifier, exportPapers, files, ({ query }) => paperFile(db, query));

  mount(app, verifier, revokeCall, ({ identity, request, params, body }) =>
    revokePaper(context, callerOf(identity, request), params.id, body),
  );

  mount(
    app,
    verifier,
    getFeeReceipt,
    async ({ identity, request, params, query: { size }, reply }) => {
      const child = await readPrintedChild(db, params.id, ownerOf(identity));
      const found = child && (await feeReceiptOf(context, params.id));
      if (!found) throw noPaper();
      if (found.revoked_at !== null) {
        throw conflict('revoked', 'Kuitansi ini tidak berlaku lagi karena verifikasi pembayaran dibatalkan.');
      }
      const paper = await renewInitials(db, found, nameInitials(child.child_name));
      await noteRead(db, callerOf(identity, request), 'paper.read', paper.id);
      const document = { ...toFeeReceiptDocument(context, child, paper), size };
      return printer.send(reply, identity.sub, paper.number, document);
    },
    printer.timeout,
  );

  mount(
    app,
    verifier,
    getLetter,
    async ({ identity, request, params, reply }) => {
      const registrationId = await registrationOf(db, params.id);
      const child = registrationId && (await readPrintedChild(db, registrationId, ownerOf(identity)));
      if (!child) throw noPaper();
      const paper = await letterOf(context, params.id);
      await noteRead(db, callerOf(identity, request), 'paper.read', paper.id);
      return printer.send(reply, identity.sub, paper.number, toLetterDocument(context, child, paper));
    },
    printer.timeout,
  );
}
