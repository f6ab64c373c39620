import { serveJobs } from '@gerbang/service-kit/program/background-process';
import { readCells } from './read-cells.ts';
import { readStatement } from './read-statement.ts';
import { type Statement, type Unreadable, UnreadableStatement } from './statement.ts';

/** A file to read, and what is in it. */
export interface StatementFile {
  readonly bytes: Uint8Array;
}
export type StatementReading = { readonly statement: Statement } | { readonly unreadable: Unreadable };

/** Program: reads bank statements. */
serveJobs(async ({ bytes }: StatementFile): Promise<StatementReading> => {
  try {
    return { statement: readStatement(await readCells(bytes)) };
  } catch (error) {
    if (error instanceof UnreadableStatement) return { unreadable: error.reason };
    throw error;
  }
});
