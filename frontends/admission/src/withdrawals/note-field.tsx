import { WITHDRAWAL_NOTE_MAX } from '@gerbang/domain/withdrawals';
import { TextArea } from '@gerbang/ui/text-area';

/** What a family adds to its reason for leaving. */
export const NoteField = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (note: string) => void;
}) => (
  <TextArea
    label={label}
    optional
    rows={2}
    maxLength={WITHDRAWAL_NOTE_MAX}
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
);
