import * as calls from '@gerbang/contracts/continuations';
import type { AskContinuations } from '@gerbang/contracts/continuations';
import { yearInAddress } from '@gerbang/domain/academic-years';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';

const OWN = ['continuations'];

/** The questions to the caller's family. */
export const useQuestions = () =>
  useQuery({ queryKey: OWN, queryFn: ({ signal }) => call(calls.listContinuations, { signal }) });

/** Answers one; a yes makes a registration, so that what shows those is read again. */
export function useAnswer() {
  return useMutation({
    mutationFn: ({ id, answer }: { id: string; answer: 'yes' | 'no' }) =>
      call(calls.answerContinuation, { params: { id }, body: { answer } }),
    onSettled: useReadAgain(OWN, 'registrations', 'children', 'dashboard'),
  });
}

const answersKey = (label: string) => ['continuation-answers', label];

/** What the families of a year answered, class by class. */
export const useAnswers = (label: string) =>
  useQuery({
    queryKey: answersKey(label),
    queryFn: ({ signal }) =>
      call(calls.readContinuations, { params: { label: yearInAddress(label) }, signal }),
  });

/** The children of a class whose families would be asked, counted, and the fee that they would owe; no family is told. */
export const useAskPreview = (label: string, body: AskContinuations, enabled: boolean) =>
  useQuery({
    queryKey: ['continuation-preview', label, body],
    queryFn: ({ signal }) =>
      call(calls.askContinuations, {
        params: { label: yearInAddress(label) },
        body: { ...body, preview: true },
        signal,
      }),
    enabled,
    refetchOnMount: 'always',
    placeholderData: (before) => before,
  });

/** Asks the families of a class. */
export function useAskClass(label: string) {
  return useMutation({
    mutationFn: (body: AskContinuations) =>
      call(calls.askContinuations, { params: { label: yearInAddress(label) }, body }),
    onSettled: useReadAgain(answersKey(label)),
  });
}
