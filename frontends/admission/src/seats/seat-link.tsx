import { Link } from '@gerbang/web-kit/page/router';
import { styled } from 'styled-components';

/** The way from a dashboard to all that is said about a seat, as high as a finger and in the colour of its banner. */
export const SeatLink = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-height: 44px;
  margin-block-end: -8px;
  color: inherit;
`;
