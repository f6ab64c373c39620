import { importSample } from '@gerbang/contracts/imports';
import { IMPORT_ACCEPT } from '@gerbang/domain/imports';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Row, Stack, Text } from '@gerbang/ui/layout';
import { messageOf } from '@gerbang/web-kit/api/client';
import { download } from '@gerbang/web-kit/files/download';
import { useDroppedFile } from '@gerbang/web-kit/files/use-dropped-file';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useUploadList } from './imports.api.ts';
import { importsCopy as copy } from './imports.copy.ts';

const Zone = styled.div<{ $over: boolean }>`
  padding: 16px;
  border: 1px dashed var(--border-control);
  border-radius: 12px;
  background: ${({ $over }) => ($over ? 'var(--bg-selected)' : 'var(--bg-surface)')};
`;

/** Takes a list by drop, paste or the picker, and offers the sample. */
export function ImportUpload({ onRead }: { onRead: (id: string) => void }) {
  const [done, setDone] = useState(0);
  const upload = useUploadList(setDone);
  const picker = useRef<HTMLInputElement>(null);
  const send = (file: File | null | undefined) => {
    if (!file || upload.isPending) return;
    setDone(0);
    upload.mutate(file, { onSuccess: ({ id }) => onRead(id) });
  };
  const over = useDroppedFile(upload.isPending ? null : send);
  const busy = done < 1 ? copy.sending(Math.round(done * 100)) : copy.reading;
  return (
    <Zone $over={over}>
      <Stack $gap={12}>
        <Text role="status">{upload.isPending ? busy : copy.drop}</Text>
        <Row>
          <Button
            icon={<Upload size={16} aria-hidden="true" />}
            disabled={upload.isPending}
            onClick={() => picker.current?.click()}
          >
            {copy.choose}
          </Button>
          <Button
            variant="secondary"
            icon={<Download size={16} aria-hidden="true" />}
            onClick={() => {
              download(importSample.path, 'contoh-daftar.xlsx').catch((error: unknown) =>
                toastFailure(copy.sampleFailed, error),
              );
            }}
          >
            {copy.sample}
          </Button>
        </Row>
        <input
          ref={picker}
          hidden
          type="file"
          accept={IMPORT_ACCEPT}
          aria-label={copy.choose}
          onChange={({ target }) => {
            send(target.files?.item(0));
            target.value = '';
          }}
        />
        {upload.error ? (
          <Banner tone="danger" role="alert">
            <strong>{copy.uploadFailed}.</strong> {messageOf(upload.error)}
          </Banner>
        ) : null}
      </Stack>
    </Zone>
  );
}
