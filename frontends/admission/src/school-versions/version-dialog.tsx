import { ROLE_WORDS } from '@gerbang/domain/roles';
import { SCHOOL_STATUS_LABELS } from '@gerbang/domain/school-versions';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { SummaryList } from '@gerbang/ui/summary-list';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useId } from 'react';
import { ChangesTable } from './changes-table.tsx';
import { type SetupChanges, useSchoolVersion } from './school-versions.api.ts';
import { versionsCopy as copy } from './activate.copy.ts';

/** How an older version becomes the draft again; `blocked` = why that is not possible now. */
export interface Restore {
  readonly blocked: string | null;
}

/** One version: who made it, why, and what it changed; an older one can become the draft again. */
export function VersionDialog({
  version,
  copyVersion,
  restore,
  onClose,
}: {
  version: number;
  copyVersion: SetupChanges['copy'];
  restore: Restore | null;
  onClose: () => void;
}) {
  const read = useSchoolVersion(version);
  const { send, pending } = useDecision(copyVersion, {
    done: [copy.restored, copy.restoredText],
    failed: copy.restoreFailed,
    onClose,
  });
  const one = read.data;
  const isFormer = one?.status === 'retired' || one?.status === 'cancelled';
  const reason = useId();
  return (
    <Dialog wide title={copy.version(version)} onClose={onClose}>
      {one ? (
        <>
          <SummaryList
            rows={[
              { label: copy.columns.status, value: SCHOOL_STATUS_LABELS[one.status] },
              { label: copy.columns.note, value: one.note },
              {
                label: copy.edited,
                value: one.edited_by
                  .map(({ name, role }) => `${name ?? '-'} (${ROLE_WORDS[role]})`)
                  .join(', '),
              },
              { label: copy.columns.who, value: one.activated_by_name },
              {
                label: copy.columns.when,
                value: one.activated_at === null ? null : formatMoment(one.activated_at),
              },
            ]}
          />
          <h3>{one.based_on === null ? copy.first : copy.basedOn(one.based_on)}</h3>
          {one.changes.length === 0 ? <p>{copy.noChanges}</p> : <ChangesTable changes={one.changes} />}
          {restore?.blocked && isFormer ? <p id={reason}>{restore.blocked}</p> : null}
          <DialogActions>
            <Button variant="secondary" onClick={onClose}>
              {copy.close}
            </Button>
            {restore && isFormer ? (
              <Button
                pending={pending}
                pendingLabel={copy.restoring}
                disabled={restore.blocked !== null}
                aria-describedby={restore.blocked === null ? undefined : reason}
                onClick={() => send(version)}
              >
                {copy.restore}
              </Button>
            ) : null}
          </DialogActions>
        </>
      ) : (
        <Loading of={read} lines={6} label={copy.loading} failed={copy.loadFailed} />
      )}
    </Dialog>
  );
}
