import type { ChecklistDocument } from '../src/checklist.ts';

/** A required document that the family has not sent. */
export const missingDocument = (
  label: string,
  change: Partial<ChecklistDocument> = {},
): ChecklistDocument => ({
  key: label,
  label,
  help: '',
  purpose: 'untuk uji',
  required: true,
  needed_by: 're_enrolment',
  gate: 'warn',
  status: 'missing',
  approved_version: null,
  reason: null,
  sent_at: null,
  can_upload: true,
  ...change,
});
