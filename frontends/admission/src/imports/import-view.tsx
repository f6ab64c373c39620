import { importResult } from '@gerbang/contracts/imports';
import { IMPORT_STATE_LABELS } from '@gerbang/domain/imports';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { CopyButton } from '@gerbang/ui/copy-button';
import { Quiet, Row, Stack, Text } from '@gerbang/ui/layout';
import { ProgressBar } from '@gerbang/ui/progress-bar';
import { StatusTag } from '@gerbang/ui/status-tag';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { download } from '@gerbang/web-kit/files/download';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import { ArrowLeft, Download } from 'lucide-react';
import { ImportActions } from './import-actions.tsx';
import { useImport } from './imports.api.ts';
import { actionsCopy, importsCopy as copy } from './imports.copy.ts';
import { MappingPart } from './mapping-part.tsx';
import { RowsPart } from './rows-part.tsx';

export const STATE_TONES = {
  reading: 'info',
  preview: 'attention',
  running: 'info',
  stopped: 'attention',
  done: 'success',
  undone: 'neutral',
} as const;

/** After so long a list meets a fault of the portal each time: 2,000 rows take ten seconds. */
const LATE_MS = 120_000;

/** The address of a list, for whoever marks its fees as paid. */
function FinanceLink({ id }: { id: string }) {
  const address = `${window.location.origin}/admin/import?daftar=${id}`;
  return (
    <Row>
      <Text>{actionsCopy.link(address)}</Text>
      <CopyButton
        text={address}
        word={actionsCopy.copyLink}
        label={actionsCopy.copyLinkLabel}
        copied={actionsCopy.linkCopied}
      />
    </Row>
  );
}

/** One import: what was read, what becomes of it, and what can be done. */
export function ImportView({ id, onBack }: { id: string; onBack: () => void }) {
  const read = useImport(id);
  const found = read.data;
  if (!found)
    return <Loading of={read} card lines={6} row={44} label={copy.loading} failed={copy.loadFailed} />;
  const { progress, state, counts } = found;
  return (
    <Stack $gap={16}>
      <Stack as={Card} $gap={12}>
        <Row>
          <CardTitle>{found.file_name}</CardTitle>
          <StatusTag tone={STATE_TONES[state]}>{IMPORT_STATE_LABELS[state]}</StatusTag>
        </Row>
        {state === 'reading' ? (
          <Text role="status">
            {read.dataUpdatedAt - Date.parse(found.created_at) > LATE_MS ? copy.readingLate : copy.reading}
          </Text>
        ) : null}
        {state === 'preview' ? <Text>{copy.ready(counts.ready)}</Text> : null}
        {progress && state !== 'undone' ? (
          <Stack $gap={4}>
            <ProgressBar
              percent={progress.of === 0 ? 100 : (progress.done / progress.of) * 100}
              label={copy.progress}
            />
            <Text role="status">
              {copy.progressText(progress.done, progress.of, progress.minutes_left)}.{' '}
              {state === 'running' ? '' : copy.ended(progress.imported, progress.failed)}
            </Text>
          </Stack>
        ) : null}
        <ImportActions of={found} />
        {state === 'done' || state === 'stopped' ? <FinanceLink id={id} /> : null}
        {found.notes.length > 0 ? (
          <Banner tone="info">
            {found.notes.map(({ text }) => (
              <p key={text}>{text}</p>
            ))}
          </Banner>
        ) : null}
        {found.seats.length > 0 ? (
          <Stack $gap={4} as="ul" aria-label={copy.seats}>
            {found.seats.map(({ text, rows, free }) => (
              <li key={text}>{free !== null && rows > free ? <strong>{text}</strong> : text}</li>
            ))}
          </Stack>
        ) : null}
        {state === 'preview' ? <MappingPart of={found} /> : null}
        <Row>
          <Button small variant="ghost" icon={<ArrowLeft size={16} aria-hidden="true" />} onClick={onBack}>
            {copy.back}
          </Button>
          {state === 'reading' ? null : (
            <Button
              small
              variant="ghost"
              icon={<Download size={16} aria-hidden="true" />}
              onClick={() => {
                download(importResult.path.replace('{id}', id), 'hasil-impor.xlsx').catch((error: unknown) =>
                  toastFailure(copy.resultFailed, error),
                );
              }}
            >
              {copy.result}
            </Button>
          )}
        </Row>
      </Stack>
      {state === 'reading' ? <Quiet>{copy.loading}</Quiet> : <RowsPart of={found} />}
    </Stack>
  );
}
