import { uploadSchoolLogo } from '@gerbang/contracts/files';
import { schoolLogoLink } from '@gerbang/domain/school-public';
import { Button } from '@gerbang/ui/button';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { call, messageOf } from '@gerbang/web-kit/client';
import { useMutation } from '@gerbang/web-kit/query-client';
import { useEffect, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { logoCopy as copy } from './logo.copy.ts';

/** Largest logo in bytes; of a contract the browser has the calls alone. */
const MAX_BYTES = 1_048_576;

const TYPES: readonly string[] = ['image/png', 'image/jpeg'];

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

async function send(file: File): Promise<{ readonly fileId: string; readonly file: File }> {
  if (!TYPES.includes(file.type)) throw new Error(copy.wrongType);
  if (file.size > MAX_BYTES) throw new Error(copy.tooLarge);
  const body = { fileData: await base64Of(file), fileName: file.name, contentType: file.type };
  const { file_id } = await call(uploadSchoolLogo, { body });
  return { fileId: file_id, file };
}

/** The address of a picture that only this page has yet; released when another one takes its place. */
function useLocalPicture() {
  const [picture, setPicture] = useState<{ readonly fileId: string; readonly url: string } | null>(null);
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture.url)), [picture]);
  return {
    urlOf: (fileId: string) => (picture?.fileId === fileId ? picture.url : schoolLogoLink(fileId)),
    show: (fileId: string, file: File) => setPicture({ fileId, url: URL.createObjectURL(file) }),
  };
}

/** The logo of a draft: its picture, another one, or none. `onChange` gets the id of the uploaded file, or null. */
export function LogoField({
  fileId,
  onChange,
  disabled = false,
}: {
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
        picture.show(sent.fileId, sent.file);
        onChange(sent.fileId);
      },
    });
  };
  return (
    <Stack $gap={8} role="group" aria-labelledby={id}>
      <b id={id}>{copy.label}</b>
      <Quiet $small>{copy.hint}</Quiet>
      {fileId === null ? <p>{copy.none}</p> : <Preview src={picture.urlOf(fileId)} alt={copy.shown} />}
      {upload.isError ? <Failure role="alert">{messageOf(upload.error)}</Failure> : null}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={copy.choose}
        accept={TYPES.join(',')}
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
            {fileId === null ? copy.choose : copy.chooseOther}
          </Button>
          {fileId === null ? null : (
            <Button variant="ghost" onClick={() => onChange(null)}>
              {copy.remove}
            </Button>
          )}
        </Row>
      )}
    </Stack>
  );
}
