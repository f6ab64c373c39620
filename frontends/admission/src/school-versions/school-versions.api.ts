import type { SchoolDraft, SchoolSetup } from '@gerbang/contracts/school-versions';
import * as contract from '@gerbang/contracts/school-versions';
import { previewRefundRule } from '@gerbang/contracts/refund-rule';
import type { RefundRule } from '@gerbang/domain/refund-rule';
import type { SchoolSettings } from '@gerbang/domain/school-settings';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useQueryClient, useReadAgain } from '@gerbang/web-kit/api/query-client';
import { creationOf } from '@gerbang/web-kit/api/records';

const SETUP = ['school', 'setup'] as const;
const VERSIONS = ['school', 'versions'] as const;

/** The settings in force, the draft, what waits, and the checklist. */
export function useSchoolSetup() {
  return useQuery({
    queryKey: SETUP,
    queryFn: ({ signal }) => call(contract.getSchool, { signal }),
    refetchOnMount: 'always',
  });
}

/** All versions, the newest first. */
export function useSchoolVersions() {
  return useQuery({
    queryKey: VERSIONS,
    queryFn: ({ signal }) => call(contract.listSchoolVersions, { signal }),
    refetchOnMount: 'always',
  });
}

/** One version with its changes. */
export function useSchoolVersion(version: number) {
  return useQuery({
    queryKey: [...VERSIONS, version],
    queryFn: ({ signal }) => call(contract.getSchoolVersion, { params: { version }, signal }),
  });
}

/** What three invented families would get back by a rule. */
export function useRefundPreview() {
  return useMutation({
    mutationFn: (rule: RefundRule) =>
      // The server refuses what is no rule; its issues name the fields.
      call(previewRefundRule, { body: { rule: rule as never } }),
  });
}

/** The body of a draft that is saved; `row_version` = the draft's, as it was read. */
export interface DraftBody {
  readonly settings: SchoolSettings;
  readonly row_version?: number | undefined;
}

/** The changes of the set-up; it is read again after each, also after a refusal. */
export function useSetupChanges() {
  const client = useQueryClient();
  const onSettled = useReadAgain('school', 'config');
  /** Shown at once, so that a form never starts again from what was there before. */
  const keep = (draft: SchoolDraft) =>
    client.setQueryData<SchoolSetup>(SETUP, (setup) => setup && { ...setup, draft });
  return {
    save: useMutation({
      mutationFn: (body: DraftBody) => call(contract.saveDraft, { body }),
      onSuccess: keep,
      onSettled,
    }),
    discard: useMutation({
      mutationFn: () => call(contract.discardDraft, {}),
      onSettled,
    }),
    activate: useMutation({ mutationFn: creationOf(contract.activateDraft), onSettled }),
    copy: useMutation({
      mutationFn: (version: number) => call(contract.copySchoolVersion, { params: { version } }),
      onSettled,
    }),
    bringIn: useMutation({
      mutationFn: ({ file, row_version }: { file: object; row_version: number | undefined }) =>
        call(contract.importSchool, {
          // The server refuses what is no export; its issues name the fields.
          body: { ...file, row_version } as never,
        }),
      onSettled,
    }),
  };
}

export type SetupChanges = ReturnType<typeof useSetupChanges>;
