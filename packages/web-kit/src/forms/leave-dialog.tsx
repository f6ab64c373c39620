import { AlertDialog } from '@gerbang/ui/alert-dialog';

const copy = {
  title: 'Tinggalkan halaman?',
  text: 'Perubahan Anda belum disimpan.',
  leave: 'Tinggalkan',
  stay: 'Lanjut mengisi',
} as const;

/** Asks before unsaved changes are left behind. */
export function LeaveDialog({
  backCloses = false,
  onLeave,
  onStay,
}: {
  /** Where no guard of the page decides on Back. */
  backCloses?: boolean;
  onLeave: () => void;
  onStay: () => void;
}) {
  return (
    <AlertDialog
      backCloses={backCloses}
      title={copy.title}
      confirmLabel={copy.leave}
      cancelLabel={copy.stay}
      onConfirm={onLeave}
      onCancel={onStay}
    >
      {copy.text}
    </AlertDialog>
  );
}
