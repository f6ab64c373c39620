import { styled } from 'styled-components';
import { controlCss, Field, useField } from './field.tsx';
import type { TextFieldProps } from './text-field.tsx';

const Input = styled.input`
  ${controlCss}
  && {
    max-width: 264px;
    font-size: 1.5rem;
    font-weight: 600;
    font-feature-settings: 'tnum';
    letter-spacing: 0.6em;
    padding-inline: 16px 0;
  }
`;

/** A code of six digits in one real input: paste and the phone's one-time-code suggestion work. */
export function OtpField({ onChange, ...props }: TextFieldProps) {
  const { frame, rest, tied } = useField(props);
  return (
    <Field {...frame}>
      <Input
        type="text"
        {...rest}
        {...tied}
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={(event) => {
          // Pasted "123 456" and "123-456" count as the six digits they are.
          event.target.value = event.target.value.normalize('NFKC').replace(/\D/gu, '').slice(0, 6);
          return onChange?.(event);
        }}
      />
    </Field>
  );
}
