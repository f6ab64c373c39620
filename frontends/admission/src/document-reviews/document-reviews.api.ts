import * as contract from '@gerbang/contracts/document-reviews';
import type { DocumentRow, StaffDocuments } from '@gerbang/contracts/document-reviews';
import {
  DOCUMENT_LABELS,
  DOCUMENT_MOMENTS,
  type DocumentFact,
  type ReturnReason,
} from '@gerbang/domain/child-documents';
import { call, callPage, type CallInput } from '@gerbang/web-kit/api/client';
import { useQuery, type useQueryClient } from '@gerbang/web-kit/api/query-client';
import { changeOf } from '@gerbang/web-kit/api/records';
import {
  ACADEMIC_YEAR,
  choice,
  type Filter,
  LEVEL,
  linkedChoice,
  staffList,
} from '@gerbang/web-kit/lists/use-staff-list';
import { queueCopy as copy } from './document-reviews.copy.ts';
import { MOMENT_LABELS } from '../document-types/document-types.copy.ts';

const KEY = 'child-documents';
const OF = 'documents-of';

/** By a type's key; its words come from the school's list. */
const typeFilter = (labels: ReadonlyMap<string, string>): Filter => ({
  label: copy.type,
  every: copy.everyType,
  accepts: (text): text is string => /^[a-z_]{2,30}$/u.test(text),
  wordOf: (key) => labels.get(key) ?? key,
});

/** Documents of children, the longest wait first; without a status those that wait for a review. */
export const documentQueue = (labels: ReadonlyMap<string, string>) =>
  staffList({
    key: KEY,
    news: true,
    pageSize: 50,
    filters: {
      status: linkedChoice({
        label: copy.status,
        values: ['approved', 'returned', 'changed'],
        labels: { ...DOCUMENT_LABELS, changed: copy.changed },
      }),
      type: typeFilter(labels),
      jenjang: LEVEL,
      needed_by: choice({
        label: copy.neededBy,
        every: copy.everyMoment,
        values: DOCUMENT_MOMENTS,
        labels: MOMENT_LABELS,
      }),
      academic_year: ACADEMIC_YEAR,
    },
    fields: ['type', 'jenjang', 'needed_by', 'sort'],
    queues: [{ status: null }],
    texts: copy,
    download: { path: contract.exportDocumentQueue.path, file: 'dokumen' },
    read: (query, signal) => callPage(contract.listDocumentQueue, { signal, query }),
  });

/** A document that an address names and the page of the queue does not hold; null where it is asked no more. */
export function useNamedDocument(id: string | null) {
  return useQuery({
    queryKey: [KEY, 'page', 'named', id],
    queryFn: async ({ signal }) =>
      (await call(contract.listDocumentQueue, { signal, query: { id: id ?? '' } }))[0] ?? null,
    enabled: id !== null,
    retry: false,
  });
}

type SummaryQuery = CallInput<typeof contract.summarizeDocuments>['query'];

/** How many documents there are per status, type and level, under the search and filters of the list. */
export const readCounts = (query: SummaryQuery, signal: AbortSignal) =>
  call(contract.summarizeDocuments, { signal, query });

/**
 * The documents of a registration with what the family typed. Each read leaves a row in the audit trail, so it is read
 * when one of them is opened, and never ahead.
 */
export function useStaffDocuments(registrationId: string | null) {
  return useQuery({
    queryKey: [OF, registrationId],
    queryFn: ({ signal }) =>
      call(contract.readStaffDocuments, { params: { id: registrationId ?? '' }, signal }),
    enabled: registrationId !== null,
    staleTime: 10_000,
    gcTime: 30_000,
  });
}

/** A document of a registration as the queue shows it; null where nothing was sent. */
export function rowOf(
  { registration }: Pick<StaffDocuments, 'registration'>,
  { id, version, status, type, versions }: StaffDocuments['documents'][number],
  { changed }: Pick<DocumentRow, 'changed'>,
): DocumentRow | null {
  const [newest] = versions;
  if (id === null || !newest) return null;
  const { id: registration_id, academic_year: _year, ...child } = registration;
  const { number, sent_at, pages } = newest;
  return { id, version, status, type, number, sent_at, pages, changed, registration_id, ...child };
}

/** What is decided about a sending, as it was seen. */
export interface ReviewVerdict {
  readonly row: DocumentRow;
  /** Null = accepted, or, of one that is accepted already, compared again. */
  readonly reason: ReturnReason | null;
  readonly text: string | null;
  /** Those that are the same on the paper, and the reading they were compared in. */
  readonly facts: readonly DocumentFact[];
  readonly facts_print: string;
  /** `YYYY-MM-DD`; null = as long as the type says. */
  readonly expires_on: string | null;
}

const send = changeOf(contract.reviewDocument, { keepalive: true });

/** Sends a decision; it outlives the page, so that one that has left is never cut off. */
export function sendReview({ row, reason, text, facts, facts_print, expires_on }: ReviewVerdict) {
  const compared = facts.length > 0 ? { facts: [...facts], facts_print } : {};
  return send({
    of: row,
    body:
      reason === null
        ? {
            number: row.number,
            decision: 'approved',
            ...compared,
            ...(expires_on ? { expires_on } : {}),
          }
        : { number: row.number, decision: 'returned', reason_code: reason, reason_text: text, ...compared },
  });
}

/** Reads again everything that shows a changed document; of no other registration, since each reading is noted. */
export async function refreshDocuments(
  client: ReturnType<typeof useQueryClient>,
  registrationId: string,
): Promise<void> {
  const shown = [
    [KEY, 'page'],
    [KEY, 'summary'],
    [OF, registrationId],
    ['staff-registrations', 'page'],
  ];
  await Promise.all([...shown, ['dashboard']].map((queryKey) => client.invalidateQueries({ queryKey })));
}
