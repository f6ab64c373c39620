import { cell } from '@gerbang/contracts/endpoint';
import { exportReport as call, REPORT_CALLS } from '@gerbang/contracts/reports';
import { REPORT_LABELS } from '@gerbang/domain/reports';
import { headersToClient, upstreamProblem } from '../forwarding/upstream.ts';
import { sendSheet } from '@gerbang/service-kit/http/list-file';
import { badRequest, forbidden, issuesOf } from '@gerbang/service-kit/http/problems';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ApiContext, sessionOf } from '../forwarding/caller.ts';
import { queryOf, readReport, type ReportPart } from './report-part.ts';
import { type Sheet, SHEETS } from './report-sheets.ts';
import { readWholeWork } from './work-report.ts';

/** The longest page of a list, so that a long one is few calls. */
const PAGE = '200';

type Report = { readonly next_cursor?: string | null };

/**
 * Writes a report as a workbook or CSV, from the same call with the same filters as the page makes: its owner decides on role and
 * filters and writes down who read it, and a refusal is passed on unchanged. A report with a list is read page by page.
 */
export function exportReportHandler(context: ApiContext) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { name } = request.params as z.output<(typeof call)['params']>;
    if (cell(REPORT_CALLS[name], sessionOf(request).role ?? 'anon') !== 'allowed') throw forbidden();
    const query = queryOf(request);
    if (name === 'arrears') query.set('limit', PAGE);
    const { by, format } = ownFields(request);
    query.delete('format');
    // Only cash is counted by a day of its own; the others take the field, so that it has to be right there, too.
    if (by !== undefined && name !== 'cash') query.delete('by');
    const pageAt = async (cursor: string | null): Promise<ReportPart> => {
      if (cursor !== null) query.set('cursor', cursor);
      return name === 'work'
        ? readWholeWork(context, request, query)
        : readReport(context, request, REPORT_CALLS[name], query);
    };
    const first = await pageAt(null);
    if (first.statusCode !== 200) {
      return headersToClient(reply.code(first.statusCode), first.headers).send(first.body);
    }
    const { columns, rows, summary } = SHEETS[name] as Sheet<Report>;
    const begun = JSON.parse(first.body.toString()) as Report;
    async function* pages() {
      let report = begun;
      if (summary) yield summary(report);
      yield rows(report);
      while (report.next_cursor) {
        const next = await pageAt(report.next_cursor);
        if (next.statusCode !== 200) throw upstreamProblem(new Error(`${name} answered ${next.statusCode}`));
        report = JSON.parse(next.body.toString()) as Report;
        yield rows(report);
      }
    }
    const title = REPORT_LABELS[name];
    const file = `laporan-${title.toLowerCase()}`;
    const sheet = { title, file, columns: columns(begun), rows: pages() };
    return sendSheet(reply, format, sheet, new Date(context.now())).reply;
  };
}

/** The fields that are not the report's: the day by which cash is counted, and the format. */
function ownFields(request: FastifyRequest) {
  const { by, format } = call.query.shape;
  const { data, error } = z.object({ by, format }).safeParse(request.query);
  if (error) throw badRequest(undefined, issuesOf(error));
  return data;
}
