import { Button, IconButton } from '@gerbang/ui/button';
import { Plus, X } from 'lucide-react';
import { styled } from 'styled-components';
import { valueAt } from './settings-values.ts';
import { useSetup } from './setup-fields.tsx';

/** Two boxes of a row; its button stays beside them, whatever stands under one of them. */
export const Pair = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 12px;
  align-items: start;
  > button {
    grid-area: 1 / 2;
    margin-block-start: 30px;
  }
  > :nth-child(2) {
    grid-column: 1;
  }
  @media (min-width: 640px) {
    grid-template-columns: minmax(0, 220px) minmax(0, 180px) auto;
    > button {
      grid-area: 1 / 3;
    }
    > :nth-child(2) {
      grid-column: 2;
    }
  }
`;

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
