import type { z } from 'zod';
import type { documentRowSchema, staffDocumentsSchema, summarizeDocuments } from './document-reviews.ts';

export type StaffDocuments = z.output<typeof staffDocumentsSchema>;
export type DocumentRow = z.output<typeof documentRowSchema>;
export type DocumentCounts = z.output<(typeof summarizeDocuments)['response'][200]>;
