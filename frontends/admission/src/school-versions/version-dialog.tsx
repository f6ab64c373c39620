import { ROLE_LABELS } from '@gerbang/domain/roles';
import { SCHOOL_STATUS_LABELS } from '@gerbang/domain/school-versions';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { SummaryList } from '@gerbang/ui/summary-list';
import { Loading } from '@gerbang/web-kit/components/loading';
import { formatMoment } from '@gerbang/web-kit/format';
import { useDecision } from '@gerbang/web-kit/use-decision';
import { ChangesTable } from './changes-table.tsx';
import { type SetupChanges, useSchoolVersion } from './school-versions.api.ts';
import { versionsCopy as copy } from './school-versions.copy.ts';

/** One version: who made it, why, and what it changed; an older one can become the draft again. */
export function VersionDialog({
  version,
  copyVersion,
  mayRestore,
  onClose,
}: {
  version: number;
  copyVersion: SetupChanges['copy'];
  mayRestore: boolean;
  onClose: () => void;
}) {
  const read = useSchoolVersion(version);
  const { send, pending } = useDecision(copyVersion, {
    done: [copy.restored, copy.restoredText],
    failed: copy.restoreFailed,
    onClose,
  });
  const one = read.data;
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
                  .map(({ name, role }) => `${name ?? '-'} (${ROLE_LABELS[role]})`)
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
          <DialogActions>
            <Button variant="secondary" onClick={onClose}>
              {copy.close}
            </Button>
            {mayRestore && one.status !== 'active' && one.status !== 'draft' ? (
              <Button pending={pending} pendingLabel={copy.restoring} onClick={() => send(version)}>
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
