import { STATEMENT_ACCEPT } from '@gerbang/domain/bank-statements';
import { Button } from '@gerbang/ui/button';
import { Text } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { hiddenCss } from '@gerbang/ui/visually-hidden';
import { Upload as UploadIcon } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useSchool } from '@gerbang/web-kit/api/school';
import { type Upload, useImportStatement } from './bank-statements.api.ts';
import { uploadCopy as copy } from './bank-statements.copy.ts';

const Zone = styled.div<{ $over: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 12px;
  min-height: 52px;
  padding: 7px 12px;
  border: 1px dashed var(--border-control);
  border-radius: 12px;
  background: ${({ $over }) => ($over ? 'var(--bg-selected)' : 'var(--bg-surface)')};
  > p:first-child {
    flex: 1 1 200px;
  }
  /* Nothing is dragged on a phone: the button alone, its words while a file is on its way. */
  @media (max-width: 639.98px) {
    padding: 0;
    border: 0;
    background: none;
    > p:not([data-busy]) {
      ${hiddenCss}
    }
    > button {
      flex: 1;
      min-height: 44px;
    }
  }
`;

/** Takes a bank's file by drag, drop or the picker, and says what came of it. */
export function useUpload() {
  const school = useSchool();
  const accounts = school.data?.accounts.filter(({ closed }) => !closed) ?? [];
  const [chosen, setChosen] = useState('');
  const [done, setDone] = useState(0);
  const [sent, setSent] = useState<Upload | null>(null);
  const upload = useImportStatement(setDone);
  const accountKey = chosen || accounts[0]?.key;
  const send = (next: Upload) => {
    if (upload.isPending) return;
    setDone(0);
    setSent(next);
    upload.mutate(next);
  };
  // A file that is dropped before the accounts are known leaves as soon as they are.
  const early = useRef<File | null>(null);
  useEffect(() => {
    const file = early.current;
    if (file === null || accountKey === undefined) return;
    early.current = null;
    send({ accountKey, file });
  });
  return {
    accounts,
    accountKey,
    setChosen,
    upload,
    done,
    sent,
    sendFile: (file: File | null | undefined) => {
      if (!file) return;
      if (accountKey === undefined) early.current = file;
      else send({ accountKey, file });
    },
    again: (changes: Pick<Upload, 'reason'>) => (sent ? send({ ...sent, ...changes }) : undefined),
  };
}

export type Uploading = ReturnType<typeof useUpload>;

/** Where a file is dropped or picked. */
export function DropZone({ of }: { of: Uploading }) {
  const { accounts, accountKey, setChosen, upload, done, sendFile } = of;
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    sendFile(event.dataTransfer.files.item(0));
  };
  return (
    <Zone
      $over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Text $small role="status" data-busy={upload.isPending || undefined}>
        {upload.isPending ? (done < 1 ? copy.sending(Math.round(done * 100)) : copy.checking) : copy.drop}
      </Text>
      {accounts.length > 1 ? (
        <Select
          filters
          compact
          label={copy.account}
          value={accountKey ?? ''}
          options={accounts.map(({ key, label }) => ({ value: key, label }))}
          onChange={({ target }) => setChosen(target.value)}
        />
      ) : null}
      <Button
        variant="secondary"
        small
        icon={<UploadIcon size={16} aria-hidden="true" />}
        disabled={upload.isPending}
        onClick={() => picker.current?.click()}
      >
        {copy.choose}
      </Button>
      <input
        ref={picker}
        hidden
        type="file"
        accept={STATEMENT_ACCEPT}
        aria-label={copy.choose}
        onChange={({ target }) => {
          sendFile(target.files?.item(0));
          target.value = '';
        }}
      />
    </Zone>
  );
}
