import { buttonCss } from '@gerbang/ui/button';
import { Link } from '@gerbang/web-kit/page/router';
import { styled } from 'styled-components';

/** A link styled as a button. */
export const LinkButton = styled(Link).withConfig({
  shouldForwardProp: (name) => !name.startsWith('$'),
})<{ $variant?: 'primary' | 'secondary' | 'ghost'; $block?: boolean; $small?: boolean }>`
  ${buttonCss}
`;
