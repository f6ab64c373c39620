import { useEffect, useRef, type InputHTMLAttributes } from 'react';
import { styled } from 'styled-components';
import { hiddenCss } from './visually-hidden.tsx';

const Whole = styled.label`
  display: inline-flex;
  align-items: center;
  gap: 10px;
  min-width: 24px;
  min-height: 44px;
  cursor: pointer;
  input {
    flex: none;
    width: 20px;
    height: 20px;
    margin: 0;
    accent-color: var(--action-bg);
    cursor: pointer;
  }
`;

const Words = styled.span<{ $hidden: boolean }>`
  ${(props) => (props.$hidden ? hiddenCss : '')}
`;

/** A native check box with its label; `some` = partly checked. */
export function Checkbox({
  label,
  hideLabel = false,
  some = false,
  ...rest
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: string;
  /** The label is for screen readers only, as in a column of a table. */
  hideLabel?: boolean;
  some?: boolean;
}) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  return (
    <Whole>
      <input {...rest} ref={box} type="checkbox" />
      <Words $hidden={hideLabel}>{label}</Words>
    </Whole>
  );
}
