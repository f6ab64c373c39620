import { Button, type ButtonProps } from '@gerbang/ui/button';
import { DialogActions } from '@gerbang/ui/dialog';

interface FormActionsProps extends Omit<ButtonProps, 'children'> {
  label: string;
  onCancel: () => void;
}

/** The two buttons of a form in a dialog; with `onClick` of a dialog without a form. */
export function FormActions({ label, onCancel, ...send }: FormActionsProps) {
  return (
    <DialogActions>
      <Button variant="secondary" onClick={onCancel}>
        Batal
      </Button>
      <Button type={send.onClick ? 'button' : 'submit'} pendingLabel="Menyimpan..." {...send}>
        {label}
      </Button>
    </DialogActions>
  );
}
