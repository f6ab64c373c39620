import { buttonCss } from '@gerbang/ui/button';
import { styled } from 'styled-components';

/** A button around a native file input, which takes its clicks and its focus. */
export const FilePicker = styled.span<{ $variant?: 'primary' | 'secondary' }>`
  position: relative;
  justify-self: start;
  ${buttonCss}
  &:focus-within {
    outline: 3px solid var(--border-focus);
    outline-offset: 2px;
  }
  input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    opacity: 0;
    cursor: pointer;
  }
`;

/** Takes a photograph. Only where a finger points: a computer's camera photographs no paper. */
export const CameraPicker = styled(FilePicker)`
  @media not (pointer: coarse) {
    display: none;
  }
`;
