import { uploadChildDocument } from '@gerbang/contracts/child-documents';
import { uploadPaymentEvidence, uploadSchoolLogo, uploadStageAttachment } from '@gerbang/contracts/files';
import type { FilePurpose } from '@gerbang/domain/file-types';
import { patiently } from '@gerbang/service-kit/testing/patience';
import type { Caller, Door } from './door.ts';

const MEDIA = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

/** The type that belongs to a name. */
export const mediaOf = (name: string): string =>
  MEDIA[(name.split('.').at(-1) ?? '') as keyof typeof MEDIA] ?? 'application/octet-stream';

interface Sent {
  readonly name?: string;
  readonly type?: string;
  readonly purpose?: FilePurpose;
}

const PATHS = {
  payment_evidence: uploadPaymentEvidence.path,
  stage_attachment: uploadStageAttachment.path,
  school_logo: uploadSchoolLogo.path,
  child_document: uploadChildDocument.path,
} as const;

/** The three forms of an upload. */
export const FORMS = {
  json: (door: Door, caller: Caller | 'anon', bytes: Buffer, sent: Sent = {}) => {
    const { name = 'bukti.jpg', type = mediaOf(name), purpose = 'payment_evidence' } = sent;
    return door.app.inject({
      method: 'POST',
      url: PATHS[purpose],
      headers: { ...door.headers(caller), 'content-type': 'application/json' },
      payload: JSON.stringify({ fileData: bytes.toString('base64'), fileName: name, contentType: type }),
    });
  },
  raw: (door: Door, caller: Caller | 'anon', bytes: Buffer, sent: Sent = {}) => {
    const { name = 'bukti.jpg', type, purpose = 'payment_evidence' } = sent;
    return door.app.inject({
      method: 'POST',
      url: PATHS[purpose],
      headers: {
        ...door.headers(caller),
        'content-type': 'application/octet-stream',
        'x-file-name': encodeURIComponent(name),
        ...(type !== undefined && { 'x-file-type': type }),
      },
      payload: bytes,
    });
  },
  form: (door: Door, caller: Caller | 'anon', bytes: Buffer, sent: Sent = {}) => {
    const { name = 'bukti.jpg', type = mediaOf(name), purpose = 'payment_evidence' } = sent;
    return door.app.inject({
      method: 'POST',
      url: PATHS[purpose],
      headers: { ...door.headers(caller), 'content-type': 'multipart/form-data; boundary=batas' },
      payload: formOf([{ name, type, bytes }]),
    });
  },
} as const;
export type Form = keyof typeof FORMS;

/** The link of a file that is kept now; a busy machine may be asked again. */
export async function uploaded(door: Door, caller: Caller, bytes: Buffer, sent: Sent = {}): Promise<string> {
  const answer = await patiently(() => FORMS.raw(door, caller, bytes, sent));
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json().fileUrl;
}

/** A form with these files, as a browser writes it. */
export function formOf(
  files: ReadonlyArray<{ name: string; type: string; bytes: Buffer }>,
  end = '--batas--\r\n',
): Buffer {
  return Buffer.concat([
    ...files.flatMap(({ name, type, bytes }) => [
      Buffer.from(
        `--batas\r\ncontent-disposition: form-data; name="file"; filename="${name.replaceAll('"', '%22')}"\r\ncontent-type: ${type}\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(end),
  ]);
}

/** Reads a file by its link. */
export const read = (door: Door, caller: Caller | 'anon', link: string, method: 'GET' | 'HEAD' = 'GET') =>
  door.app.inject({ method, url: link, headers: door.headers(caller) });
