import { rolesWith } from '@gerbang/domain/abilities';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uploadBody } from './files.ts';

const documents = { service: 'admission', tags: ['dokumen anak'] } as const;

/** What a page looks like that a person may not be able to read; a warning refuses nothing. */
export const PAGE_WARNINGS = ['small', 'dark', 'blurred'] as const;
export type PageWarning = (typeof PAGE_WARNINGS)[number];

export const uploadChildDocument = endpoint({
  ...documents,
  id: 'D02',
  method: 'POST',
  path: '/api/upload/child-document',
  access: { kind: 'roles', roles: rolesWith('documents.upload') },
  summary: 'Unggah halaman dokumen anak: foto atau PDF (JSON base64, atau file mentah)',
  body: uploadBody,
  uploads: true,
  bodyLimit: 7_200_000,
  response: {
    201: z.object({ fileUrl: z.string(), file_id: z.uuid(), warnings: z.array(z.enum(PAGE_WARNINGS)) }),
  },
});

export const documentCalls = [uploadChildDocument];
