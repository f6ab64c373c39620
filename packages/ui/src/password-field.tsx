import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { controlCss, Field, useField } from './field.tsx';
import type { TextFieldProps } from './text-field.tsx';

const Box = styled.div`
  position: relative;
`;

const Input = styled.input`
  ${controlCss}
  && {
    padding-inline-end: 52px;
  }
`;

const Toggle = styled.button`
  position: absolute;
  inset-block: 0;
  inset-inline-end: 0;
  display: grid;
  place-items: center;
  width: 48px;
  padding: 0;
  border: 0;
  border-radius: 10px;
  background: transparent;
  color: var(--text-secondary);
`;

/** A password with its show/hide toggle. Pasting is allowed, nothing is trimmed. */
export function PasswordField(props: TextFieldProps) {
  const { frame, rest, tied } = useField(props);
  const [shown, setShown] = useState(false);
  return (
    <Field {...frame}>
      <Box>
        <Input
          {...rest}
          {...tied}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
        />
        <Toggle
          type="button"
          aria-label={`${shown ? 'Sembunyikan' : 'Tampilkan'} ${props.label}`}
          onClick={() => setShown((before) => !before)}
        >
          {shown ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
        </Toggle>
      </Box>
    </Field>
  );
}
