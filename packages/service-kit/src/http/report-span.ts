import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { reportSpan, type SpanFilters, YEARS_OF_SPAN } from '@gerbang/domain/reports';
import { badRequest } from './problems.ts';

/** The span of a report's query; 400 where one chosen day and today, or the season's beginning, are too far apart. */
export function reportDays(query: SpanFilters, now: Date) {
  const span = reportSpan(query, jakartaDay(now));
  if (span) return span;
  const path = query.from === undefined ? 'to' : 'from';
  throw badRequest(undefined, [{ path, message: `Rentang tanggal paling lama ${YEARS_OF_SPAN} tahun` }]);
}
