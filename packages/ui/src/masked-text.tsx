import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { IconButton } from './button.tsx';

const Line = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  font-feature-settings: 'tnum';
`;

const END = 4;

/** A personal number, of which only the end is shown until a button reveals the rest. */
export function MaskedText({ value, name }: { value: string; name: string }) {
  const [open, setOpen] = useState(false);
  const Icon = open ? EyeOff : Eye;
  return (
    <Line>
      {open ? value : `${'•'.repeat(Math.max(0, value.length - END))}${value.slice(-END)}`}
      <IconButton label={`${open ? 'Sembunyikan' : 'Tampilkan'} ${name}`} onClick={() => setOpen(!open)}>
        <Icon size={18} aria-hidden="true" />
      </IconButton>
    </Line>
  );
}
