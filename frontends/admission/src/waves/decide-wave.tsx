import type { StaffWave } from '@gerbang/contracts/waves';
import { waveTitle } from '@gerbang/domain/waves';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { useMutation } from '@gerbang/web-kit/api/query-client';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useWaveChanges } from './waves.api.ts';
import { decideWaveCopy as copy, wavesCopy } from './waves.copy.ts';

/** What can be decided about a wave beside its form. */
export type WaveDecision = 'cancel' | 'restore' | 'remove' | 'confirm' | 'withdraw';

/** Asks before a wave is cancelled, restored or deleted, and before its fee counts or no longer does. */
export function DecideWave({
  wave,
  decision,
  onClose,
}: {
  wave: StaffWave;
  decision: WaveDecision;
  onClose: () => void;
}) {
  const { update, remove, confirm } = useWaveChanges();
  const { id, version } = wave;
  const change = useMutation({
    mutationFn: async () => {
      if (decision === 'remove') return remove.mutateAsync(id);
      if (decision === 'confirm' || decision === 'withdraw')
        return confirm.mutateAsync({ id, version, confirm: decision === 'confirm' });
      return update.mutateAsync({ id, body: { cancelled: decision === 'cancel', version } });
    },
  });
  const words = copy[decision];
  const { send, pending } = useDecision(change, {
    done: [words.done, copy.doneText],
    failed: words.failed,
    onClose,
  });
  const about = `${levelLabel(wave.jenjang)} · ${waveTitle(wave.name)}`;
  return (
    <AlertDialog
      title={words.title(waveTitle(wave.name))}
      confirmLabel={wavesCopy[decision]}
      cancelLabel={copy.back}
      pendingLabel={copy.pending}
      destructive={decision === 'remove' || decision === 'cancel'}
      pending={pending}
      onConfirm={() => send(undefined)}
      onCancel={onClose}
    >
      <p>
        <strong>
          {decision === 'confirm' ? `${about} · ${formatRupiah(wave.fee_override ?? 0)}` : about}
        </strong>
      </p>
      <p>{words.text}</p>
    </AlertDialog>
  );
}
