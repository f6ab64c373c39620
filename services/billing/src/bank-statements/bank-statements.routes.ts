import {
  exportBankLines,
  FORCE_REASON_HEADER,
  forceReasonSchema,
  ignoreBankLine,
  importStatement as importCall,
  listBankLines,
  listStatements,
  restoreBankLine,
  summarizeBankLines,
} from '@gerbang/contracts/bank-statements';
import { can } from '@gerbang/domain/abilities';
import { STATEMENT_MAX_BYTES } from '@gerbang/domain/bank-statements';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mountListFile } from '@gerbang/service-kit/http/list-file';
import { mount } from '@gerbang/service-kit/http/mount';
import { noteListRead } from '@gerbang/service-kit/http/note-list-read';
import { sendList } from '@gerbang/service-kit/http/paging';
import { refusedField } from '@gerbang/service-kit/http/problems';
import { receiveFile } from '@gerbang/service-kit/http/uploads';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { keptCount, sumLines } from './bank-line-counts.repository.ts';
import { listedStatements, type StatementRecord } from './bank-statements.repository.ts';
import { toStatement } from './bank-statements.view.ts';
import { changeLine } from './change-line.ts';
import { lineFile } from './export-lines.ts';
import { importStatement } from './import-statement.ts';
import { lineList } from './line-list.ts';
import { StatementReader } from './statement-reader.ts';

/** Why a statement is forced; 422 for a text that is no reason. */
function forceReasonOf({ headers }: FastifyRequest): string | undefined {
  const header = headers[FORCE_REASON_HEADER];
  if (typeof header !== 'string') return undefined;
  let text: string;
  try {
    text = decodeURIComponent(header);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    text = '';
  }
  const reason = forceReasonSchema.safeParse(text);
  if (reason.success) return reason.data;
  throw refusedField('balance_mismatch', FORCE_REASON_HEADER, reason.error.issues[0]?.message ?? '');
}

/** Statements of the school's accounts and their lines. */
export function bankStatementsRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;
  const reader = new StatementReader();
  app.addHook('onClose', () => reader.close());

  // A scope of its own: no other call takes raw bodies.
  app.register(async (scope) => {
    mount(scope, verifier, importCall, async ({ identity, request, query, body }) => {
      const bytes = await receiveFile(body, request, STATEMENT_MAX_BYTES);
      const caller = callerOf(identity, request);
      const { statement, ...found } = await importStatement(context, reader, caller, {
        query: { ...query, reason: forceReasonOf(request) },
        bytes,
      });
      return { statement: toStatement(statement), ...found };
    });
  });

  mount(app, verifier, listStatements, ({ query, reply }) =>
    sendList(reply, listStatements.path, query, {
      table: 'bank_statements',
      keys: { imported_at: 'bank_statements.imported_at' },
      defaultSort: '-imported_at',
      rows: () => listedStatements(db),
      toItems: (records: StatementRecord[]) => records.map(toStatement),
    }),
  );

  mount(app, verifier, listBankLines, async ({ identity, request, query, reply }) => {
    if (can(identity.role, 'bank.book')) {
      const { search: _search, cursor: _cursor, ...filters } = query;
      await noteListRead(db, callerOf(identity, request), query, 'bank_lines.read', filters);
    }
    const count = keptCount(db, query);
    return sendList(reply, listBankLines.path, query, {
      ...lineList(context, identity.role, query),
      ...(count && { count }),
    });
  });

  mountListFile(app, verifier, exportBankLines, context, ({ identity, query }) =>
    lineFile(context, identity.role, query),
  );

  mount(app, verifier, summarizeBankLines, ({ query }) => sumLines(db, query));

  mount(app, verifier, ignoreBankLine, ({ identity, request, params, body }) =>
    changeLine(context, callerOf(identity, request), {
      id: params.id,
      action: 'ignore',
      reason: body.reason,
    }),
  );

  mount(app, verifier, restoreBankLine, ({ identity, request, params }) =>
    changeLine(context, callerOf(identity, request), { id: params.id, action: 'restore' }),
  );
}
