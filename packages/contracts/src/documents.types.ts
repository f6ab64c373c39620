import type { z } from 'zod';
import type * as checklists from './checklists.ts';
import type * as documents from './documents.ts';

/** Shapes of the calls about documents without their schemas, for programs that must not carry zod. */
export type Checklist = z.output<typeof checklists.checklistSchema>;
export type ChildDocument = z.output<typeof documents.childDocumentSchema>;
export type UploadedPage = z.output<(typeof documents.uploadChildDocument)['response'][201]>;
export type DocumentVersion = z.output<typeof documents.documentVersionSchema>;
