import '@gerbang/web-kit/testing/dom-globals';
import { uploadPaymentEvidence, uploadStageAttachment } from '@gerbang/contracts/files';
import { acceptOf, type FilePurpose, UPLOADS } from '@gerbang/domain/file-types';
import * as kinds from '../src/files/kinds.ts';

const PURPOSES: Readonly<Record<string, FilePurpose>> = {
  [uploadPaymentEvidence.path]: 'payment_evidence',
  [uploadStageAttachment.path]: 'stage_attachment',
};

test.each(Object.entries(kinds))('%s: its picker offers only what its call takes', (_name, kind) => {
  const purpose = PURPOSES[kind.path];
  if (purpose === undefined) throw new Error(`${kind.path} is no upload`);
  const taken = acceptOf(UPLOADS[purpose].types).split(',');
  expect(kind.accept.split(',').filter((type) => !taken.includes(type))).toEqual([]);
  expect(kind.accept).not.toBe('');
});
