import { RowButton } from '@gerbang/ui/table-style';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import type { SchoolVersionRow } from '@gerbang/contracts/school-versions';
import { SCHOOL_STATUS_LABELS, type SchoolStatus } from '@gerbang/domain/school-versions';
import { DataTable, titled } from '@gerbang/ui/data-table';
import { CellLines, Scroll } from '@gerbang/ui/layout';
import { StatusTag, type Tone } from '@gerbang/ui/status-tag';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { Suspense, useState } from 'react';
import { type SetupChanges, useSchoolVersions } from './school-versions.api.ts';
import { activateCopy, versionsCopy as copy } from './activate.copy.ts';
import type { Restore } from './version-dialog.tsx';

const VersionDialog = lazyPart(() => import('./version-dialog.tsx').then((file) => file.VersionDialog));
const TONES: Readonly<Record<SchoolStatus, Tone>> = {
  draft: 'neutral',
  scheduled: 'attention',
  active: 'success',
  retired: 'neutral',
  cancelled: 'neutral',
};

/** Every version of the settings, the newest first. */
export function HistoryPart({
  copyVersion,
  restore,
}: {
  copyVersion: SetupChanges['copy'];
  /** Null where the user's role may not. */
  restore: Restore | null;
}) {
  const versions = useSchoolVersions();
  const [opened, setOpened] = useState<number | null>(null);
  if (!versions.data) {
    return <Loading card of={versions} lines={6} label={copy.loading} failed={copy.loadFailed} />;
  }
  return (
    <>
      <Scroll>
        <DataTable
          caption={copy.title}
          columns={titled<SchoolVersionRow, keyof typeof copy.columns>(copy.columns, [
            { key: 'version', rowHeader: true, render: ({ version }) => copy.version(version) },
            {
              key: 'status',
              render: ({ status, money_changed: money }) => (
                <CellLines>
                  <span>
                    <StatusTag tone={TONES[status]}>{SCHOOL_STATUS_LABELS[status]}</StatusTag>
                  </span>
                  {money ? <small>{activateCopy.money}</small> : null}
                </CellLines>
              ),
            },
            { key: 'note', render: ({ note }) => note ?? '-' },
            { key: 'who', render: ({ activated_by_name: name }) => name ?? '-' },
            {
              key: 'when',
              render: ({ activated_at: at, updated_at: changed }) => formatMoment(at ?? changed),
            },
            {
              key: 'actions',
              actions: true,
              render: ({ version }) => (
                <RowButton
                  small
                  variant="secondary"
                  aria-label={copy.lookAt(version)}
                  onClick={() => setOpened(version)}
                >
                  {copy.look}
                </RowButton>
              ),
            },
          ])}
          rows={versions.data}
          rowKey={({ version }) => String(version)}
          empty={<p>{copy.empty}</p>}
          onOpen={({ version }) => setOpened(version)}
        />
      </Scroll>
      <Suspense fallback={null}>
        {opened === null ? null : (
          <VersionDialog
            version={opened}
            copyVersion={copyVersion}
            restore={restore}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  );
}
