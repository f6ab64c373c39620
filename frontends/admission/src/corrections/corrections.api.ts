import {
  type CorrectionBody,
  correctRegistration,
  listCorrections,
  listOwnCorrections,
  objectCorrection,
} from '@gerbang/contracts/corrections';
import {
  answerCorrectionRequest,
  exportCorrectionRequests,
  listCorrectionRequests,
  requestCorrection,
} from '@gerbang/contracts/correction-requests';
import { CORRECTION_REQUEST_LABELS, CORRECTION_REQUEST_STATUSES } from '@gerbang/domain/corrections';
import { call, callPage } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useQueryClient, useReadAgain } from '@gerbang/web-kit/api/query-client';
import { changeOf, useRecord } from '@gerbang/web-kit/api/records';
import { ACADEMIC_YEAR, choice, staffList } from '@gerbang/web-kit/lists/use-staff-list';
import { requestsCopy as copy } from './corrections.copy.ts';

const KEY = 'corrections';
const OWN = 'own-corrections';
const REQUESTS = 'correction-requests';

/** What the viewer may correct of a registration, with the present values; each reading is noted. */
export const useCorrections = (id: string) => useRecord(listCorrections, KEY, id);

/** Writes a correction, or with `preview` says what would follow. */
export function useCorrect(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: CorrectionBody; key: string }) =>
      call(correctRegistration, { params: { id }, body, headers: { 'idempotency-key': key } }),
    onSuccess: async ({ correction }) => {
      if (correction === null) return;
      await Promise.all(
        [[KEY], ['staff-registrations']].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    },
  });
}

/** The corrections of an own registration. */
export const useOwnCorrections = (id: string) =>
  useQuery({
    queryKey: [OWN, id],
    queryFn: ({ signal }) => call(listOwnCorrections, { params: { id }, signal }),
  });

/** Says that a correction is not true, or with a null id asks for another one. */
export function useAsk(id: string) {
  return useMutation({
    mutationFn: async ({ correctionId, text }: { correctionId: string | null; text: string }) => {
      await (correctionId === null
        ? call(requestCorrection, { params: { id }, body: { text } })
        : call(objectCorrection, { params: { id, correctionId }, body: { text } }));
    },
    onSettled: useReadAgain([OWN, id]),
  });
}

/** The requests of all families; those that wait come first when the list opens. */
export const correctionRequests = staffList({
  key: REQUESTS,
  news: true,
  pageSize: 50,
  filters: {
    status: choice({
      label: copy.status,
      every: copy.everyStatus,
      values: CORRECTION_REQUEST_STATUSES,
      labels: CORRECTION_REQUEST_LABELS,
    }),
    academic_year: ACADEMIC_YEAR,
  },
  fields: ['status', 'sort'],
  texts: copy,
  download: { path: exportCorrectionRequests.path, file: 'permintaan-koreksi' },
  read: (query, signal) => callPage(listCorrectionRequests, { signal, query }),
});

/** Answers a request. */
export function useAnswer() {
  return useMutation({
    mutationFn: changeOf(answerCorrectionRequest),
    onSettled: useReadAgain(REQUESTS),
  });
}
