import { Button, IconButton } from '@gerbang/ui/button';
import { Plus, X } from 'lucide-react';
import { valueAt } from './settings-values.ts';
import { useSetup } from './setup-fields.tsx';

const rowsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Adds a row to the list at a path, as long as there are fewer than `most`. */
export function AddRow({
  path,
  most,
  label,
  large = false,
  onNew,
}: {
  path: string;
  most: number;
  label: string;
  /** Of a list of cards. */
  large?: boolean;
  onNew: () => unknown;
}) {
  const { form, readOnly } = useSetup();
  const rows = rowsOf(valueAt(form.settings, path));
  if (readOnly || rows.length >= most) return null;
  return (
    <div>
      <Button
        small={!large}
        variant={large ? 'secondary' : 'ghost'}
        icon={<Plus size={large ? 18 : 16} aria-hidden="true" />}
        onClick={() => form.put(path, [...rows, onNew()])}
      >
        {label}
      </Button>
    </div>
  );
}

/** Takes a row out of the list at a path. */
export function DropRow({
  path,
  at,
  label,
  optional = false,
}: {
  path: string;
  at: number;
  label: string;
  /** Whether the settings are without a list that is empty. */
  optional?: boolean;
}) {
  const { form, readOnly } = useSetup();
  if (readOnly) return null;
  const left = rowsOf(valueAt(form.settings, path)).filter((_row, index) => index !== at);
  return (
    <IconButton
      label={label}
      onClick={() => form.put(path, optional && left.length === 0 ? undefined : left)}
    >
      <X size={20} aria-hidden="true" />
    </IconButton>
  );
}
