import type { StaffDocuments } from '@gerbang/contracts/document-reviews';

export type StaffDocument = StaffDocuments['documents'][number];
export type DocumentVersion = StaffDocument['versions'][number];
export type StaffFact = StaffDocuments['facts'][number];
