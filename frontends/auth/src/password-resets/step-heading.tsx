import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';

const Heading = styled.h2`
  font-size: 1.125rem;
  line-height: 1.45;
`;

/** The heading of a step; takes the focus when an action leads to the step, since the button of that action is gone. */
export function StepHeading({ children, takesFocus = true }: { children: string; takesFocus?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <Heading ref={heading} tabIndex={-1}>
      {children}
    </Heading>
  );
}
