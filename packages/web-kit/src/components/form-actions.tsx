import { Button } from '@gerbang/ui/button';
import { DialogActions } from '@gerbang/ui/dialog';

/** The two buttons of a form in a dialog. */
export function FormActions({
  label,
  pending,
  pendingLabel = 'Menyimpan...',
  onCancel,
}: {
  label: string;
  pending: boolean;
  pendingLabel?: string;
  onCancel: () => void;
}) {
  return (
    <DialogActions>
      <Button variant="secondary" onClick={onCancel}>
        Batal
      </Button>
      <Button type="submit" pending={pending} pendingLabel={pendingLabel}>
        {label}
      </Button>
    </DialogActions>
  );
}
