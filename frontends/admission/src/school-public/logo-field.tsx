import { uploadSchoolLogo } from '@gerbang/contracts/files';
import { acceptOf, FILE_TYPES, UPLOADS } from '@gerbang/domain/file-types';
import { schoolLogoLink } from '@gerbang/domain/school-public';
import { Button } from '@gerbang/ui/button';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { call, messageOf } from '@gerbang/web-kit/api/client';
import { prepareFile } from '@gerbang/web-kit/files/prepare-file';
import { useMutation } from '@gerbang/web-kit/api/query-client';
import { useEffect, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';

/** Texts of the school's pictures; `what` = `logo`, `foto`. */
const copy = {
  label: (what: string) => `${what === 'logo' ? 'Logo' : 'Foto'} sekolah`,
  hint: 'PNG atau JPEG, paling besar 1MB. Tampil setelah draf diaktifkan.',
  none: (what: string) => `Belum ada ${what}.`,
  shown: (what: string) => `${what === 'logo' ? 'Logo' : 'Foto'} sekolah saat ini`,
  choose: (what: string) => `Pilih ${what}`,
  chooseOther: (what: string) => `Ganti ${what}`,
  remove: (what: string) => `Hapus ${what}`,
  pending: 'Mengunggah...',
  wrongType: 'File tidak valid: Logo dan foto harus berupa gambar PNG atau JPEG',
  tooLarge: 'File terlalu besar: Ukuran file maksimal 1MB',
  unreadable: 'File tidak dapat dibaca. Pilih file lain.',
} as const;

const { types, maxBytes } = UPLOADS.school_logo;
const RULES = {
  types,
  maxBytes,
  shrinks: false,
  wrongType: copy.wrongType,
  tooLarge: copy.tooLarge,
};

const Preview = styled.img`
  width: 96px;
  height: 96px;
  border-radius: 10px;
  border: 1px solid var(--border-subtle);
  background: #fff;
  object-fit: contain;
`;
const Failure = styled.p`
  color: var(--text-error);
`;

/** The bytes of a file as base64. */
function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).split(',', 2)[1] ?? ''));
    reader.addEventListener('error', () => reject(new Error(copy.unreadable)));
    reader.readAsDataURL(file);
  });
}

async function send(file: File): Promise<{ readonly fileId: string; readonly blob: Blob }> {
  const { blob, name, type } = await prepareFile(file, RULES);
  const body = { fileData: await base64Of(blob), fileName: name, contentType: FILE_TYPES[type].media };
  const { file_id } = await call(uploadSchoolLogo, { body });
  return { fileId: file_id, blob };
}

/** The address of a picture that only this page has yet; released when another one takes its place. */
function useLocalPicture() {
  const [picture, setPicture] = useState<{ readonly fileId: string; readonly url: string } | null>(null);
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture.url)), [picture]);
  return {
    urlOf: (fileId: string) => (picture?.fileId === fileId ? picture.url : schoolLogoLink(fileId)),
    show: (fileId: string, blob: Blob) => setPicture({ fileId, url: URL.createObjectURL(blob) }),
  };
}

/** The logo or the picture of the school in a draft: what it shows, another one, or none. `onChange` gets the id of the uploaded file, or null. */
export function LogoField({
  what = 'logo',
  fileId,
  onChange,
  disabled = false,
}: {
  what?: 'logo' | 'foto';
  fileId: string | null;
  onChange: (fileId: string | null) => void;
  disabled?: boolean;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const picture = useLocalPicture();
  const upload = useMutation({ mutationFn: send });
  const pick = (file: File | undefined) => {
    if (!file) return;
    upload.mutate(file, {
      onSuccess: (sent) => {
        picture.show(sent.fileId, sent.blob);
        onChange(sent.fileId);
      },
    });
  };
  return (
    <Stack $gap={8} role="group" aria-labelledby={id}>
      <b id={id}>{copy.label(what)}</b>
      <Quiet $small>{copy.hint}</Quiet>
      {fileId === null ? (
        <p>{copy.none(what)}</p>
      ) : (
        <Preview src={picture.urlOf(fileId)} alt={copy.shown(what)} />
      )}
      {upload.isError ? <Failure role="alert">{messageOf(upload.error)}</Failure> : null}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={copy.choose(what)}
        accept={acceptOf(types)}
        onChange={(event) => {
          pick(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {disabled ? null : (
        <Row>
          <Button
            variant="secondary"
            pending={upload.isPending}
            pendingLabel={copy.pending}
            onClick={() => input.current?.click()}
          >
            {fileId === null ? copy.choose(what) : copy.chooseOther(what)}
          </Button>
          {fileId === null ? null : (
            <Button variant="ghost" onClick={() => onChange(null)}>
              {copy.remove(what)}
            </Button>
          )}
        </Row>
      )}
    </Stack>
  );
}
