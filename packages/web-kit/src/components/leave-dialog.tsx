import { AlertDialog } from '@gerbang/ui/alert-dialog';

const copy = {
  title: 'Tinggalkan halaman?',
  text: 'Perubahan Anda belum disimpan.',
  leave: 'Tinggalkan',
  stay: 'Batal',
} as const;

/** Asks before unsaved changes are left behind. */
export function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <AlertDialog
      isOpen
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
