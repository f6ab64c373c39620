import { IMPORT_STATE_LABELS } from '@gerbang/domain/imports';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { CellPair, Row, Stack, Text } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useAddressParams } from '@gerbang/web-kit/lists/use-address-params';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { FileSpreadsheet } from 'lucide-react';
import { ImportUpload } from './import-upload.tsx';
import { ImportView, STATE_TONES } from './import-view.tsx';
import { useImports } from './imports.api.ts';
import { actionsCopy, importsCopy as copy } from './imports.copy.ts';
import { SettlePart } from './settle-part.tsx';

/** The lists that were uploaded, to be opened again. */
function FormerImports({ onOpen }: { onOpen: (id: string) => void }) {
  const read = useImports();
  if (!read.data)
    return <Loading of={read} card lines={3} row={44} label={copy.loading} failed={copy.loadFailed} />;
  if (read.data.length === 0)
    return (
      <Card as="div">
        <EmptyState icon={<FileSpreadsheet size={28} />} title={copy.none}>
          {copy.noneText}
        </EmptyState>
      </Card>
    );
  return (
    <Stack as={Card} $gap={12}>
      <CardTitle>{copy.former}</CardTitle>
      {read.data.map(({ id, file_name, state, created_at, created_by }) => (
        <Row key={id}>
          <CellPair>
            <Button small variant="ghost" onClick={() => onOpen(id)}>
              {file_name}
            </Button>
            <small>
              <span>{copy.by(created_by.name ?? copy.someone, formatMoment(created_at))}</span>
            </small>
          </CellPair>
          <StatusTag tone={STATE_TONES[state]}>{IMPORT_STATE_LABELS[state]}</StatusTag>
        </Row>
      ))}
    </Stack>
  );
}

/** For finance: a list is named by its link, and only its fees are theirs. */
function FinancePart({ id }: { id: string | null }) {
  return (
    <Stack as={Card} $gap={12}>
      <Text>{id === null ? actionsCopy.noLink : actionsCopy.financeLead}</Text>
      {id === null ? null : (
        <Row>
          <SettlePart importId={id} />
        </Row>
      )}
    </Stack>
  );
}

/** /admin/import, 'Impor Daftar': lists that come from elsewhere. */
export function ImportPage() {
  const { params, write } = useAddressParams();
  const writes = useCan('imports.write');
  const id = params.get('daftar');
  const open = (next: string | null) => write({ daftar: next });
  if (!writes) return <FinancePart id={id} />;
  if (id !== null) return <ImportView key={id} id={id} onBack={() => open(null)} />;
  return (
    <Stack $gap={16}>
      <ImportUpload onRead={open} />
      <FormerImports onOpen={open} />
    </Stack>
  );
}
