import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Stack, Text } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { ApiError, messageOf } from '@gerbang/web-kit/client';
import { Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useSchool } from '../billing.api.ts';
import { type BankStatement, useImportStatement } from './bank-statements.api.ts';
import { copy } from './bank-statements.copy.ts';

const Zone = styled.div<{ $over: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 16px;
  padding: 12px 16px;
  border: 1px dashed var(--border-control);
  border-radius: 10px;
  background: ${({ $over }) => ($over ? 'var(--bg-selected)' : 'var(--bg-surface)')};
`;

const Checks = styled.ul`
  margin: 8px 0 0;
  padding-inline-start: 20px;
`;

type Shown = Pick<BankStatement['checks'][number], 'check' | 'result' | 'text'>;

/** The checks that deserve a look: those that passed, or had nothing to compare, stay away. */
function CheckList({ checks }: { checks: readonly Shown[] }) {
  const shown = checks.filter(({ result }) => result === 'warning' || result === 'failed');
  if (shown.length === 0) return null;
  return (
    <Checks aria-label={copy.checks}>
      {shown.map(({ check, result, text }) => (
        <li key={check}>
          <strong>{copy.results[result]}:</strong> {text}
        </li>
      ))}
    </Checks>
  );
}

interface RefusalDetails {
  readonly headers?: readonly string[];
  readonly row?: number;
  readonly checks?: readonly Shown[];
}

/** Why a file was refused, with what helps to mend it. */
function Refusal({ name, error }: { name: string; error: unknown }) {
  const details: RefusalDetails = error instanceof ApiError ? (error.body?.details ?? {}) : {};
  return (
    <Banner tone="danger" role="alert">
      <strong>{copy.refusedTitle(name)}</strong> {messageOf(error)}
      {details.row === undefined ? null : ` ${copy.badRow(details.row)}`}
      {details.headers ? <p>{copy.headers(details.headers.join(', '))}</p> : null}
      {details.checks ? <CheckList checks={details.checks} /> : null}
    </Banner>
  );
}

/** Takes a bank's file by drag, drop or the picker, and says what came of it. */
export function StatementUpload() {
  const school = useSchool();
  const accounts = school.data?.accounts.filter(({ closed }) => !closed) ?? [];
  const [chosen, setChosen] = useState('');
  const [over, setOver] = useState(false);
  const [done, setDone] = useState(0);
  const picker = useRef<HTMLInputElement>(null);
  const upload = useImportStatement();
  const accountKey = chosen || accounts[0]?.key;
  const send = (file: File | null | undefined) => {
    if (!file || accountKey === undefined || upload.isPending) return;
    setDone(0);
    upload.mutate({ accountKey, file, onProgress: setDone });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    send(event.dataTransfer.files.item(0));
  };
  const name = upload.variables?.file.name ?? '';
  return (
    <Stack $gap={8}>
      <Zone
        $over={over}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Text>{copy.drop}</Text>
        {accounts.length > 1 ? (
          <Select
            filters
            label={copy.account}
            value={accountKey ?? ''}
            options={accounts.map(({ key, label }) => ({ value: key, label }))}
            onChange={({ target }) => setChosen(target.value)}
          />
        ) : null}
        <Button
          variant="secondary"
          small
          icon={<Upload size={16} aria-hidden="true" />}
          disabled={upload.isPending}
          onClick={() => picker.current?.click()}
        >
          {copy.choose}
        </Button>
        <input
          ref={picker}
          hidden
          type="file"
          accept=".csv,.xlsx,.txt"
          aria-label={copy.choose}
          onChange={({ target }) => {
            send(target.files?.item(0));
            target.value = '';
          }}
        />
        <Text role="status">
          {upload.isPending ? (done < 1 ? copy.sending(Math.round(done * 100)) : copy.checking) : null}
        </Text>
      </Zone>
      {upload.error ? <Refusal name={name} error={upload.error} /> : null}
      {upload.data ? (
        <Banner tone="success" role="status">
          <strong>{copy.importedTitle(name)}</strong>{' '}
          {copy.imported(upload.data.statement.lines_new, upload.data.statement.lines_known)}
          <CheckList checks={upload.data.statement.checks} />
        </Banner>
      ) : null}
    </Stack>
  );
}
