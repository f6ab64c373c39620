import { IconButton } from '@gerbang/ui/button';
import { Stack } from '@gerbang/ui/layout';
import { hiddenCss } from '@gerbang/ui/visually-hidden';
import { css, styled } from 'styled-components';

// Filters and table measure themselves by the list: beside an open record it is narrow on a wide screen.
export const Frame = styled(Stack)`
  container-type: inline-size;
`;

// On phones the order alone has room beside the time of the data, and is wide enough to be read.
const leanCss = css`
  @media (max-width: 639.98px) {
    grid-template-columns: minmax(0, 1fr) auto;
    > :first-child > div,
    > :first-child > div > div {
      width: 100%;
    }
    time {
      ${hiddenCss}
    }
  }
`;

export const Line = styled.div<{ $lean: boolean }>`
  display: grid;
  gap: 8px 12px;
  align-items: center;
  min-height: 36px;
  ${({ $lean }) => ($lean ? leanCss : '')}
  @media (min-width: 640px) {
    grid-template-columns: minmax(0, 1fr) auto;
    /* Where the filters need the room, the button beside it stands for the time. */
    @container (max-width: 759.98px) {
      time {
        ${hiddenCss}
      }
    }
  }
`;

const besideParts = css`
  grid-template-columns: minmax(0, 1fr) auto;
  /* One line below the parts and what stands beside them. */
  gap: 0;
  > :last-child {
    display: grid;
    align-content: center;
    padding-inline-start: 12px;
    border-block-end: 1px solid var(--border-subtle);
    > :first-child {
      display: none;
    }
  }
`;

// Where nothing is filtered by, the time of the data stands beside the parts; beside many of them only its button.
export const Tops = styled.div<{ $many: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  @media (min-width: 640px) {
    ${besideParts}
    @container (max-width: ${({ $many }) => ($many ? 1239.98 : 899.98)}px) {
      time {
        ${hiddenCss}
      }
    }
  }
`;

export const State = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 4px;
  color: var(--text-secondary);
  font-size: 0.875rem;
  font-feature-settings: 'tnum';
`;

export const Small = styled(IconButton)`
  @media (min-width: 640px) {
    width: 36px;
    height: 36px;
  }
`;

// Between phones and desktops the search needs its room, and longer beside a year and the export; screen readers hear it
// everywhere. On phones it stands last, in room that is kept for it: nothing moves when the number comes.
export const Count = styled.span<{ $crowded: boolean }>`
  flex: none;
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
  @media (max-width: 639.98px) {
    order: 1;
    flex: 1 0 9em;
    min-height: 1lh;
  }
  @media (min-width: 640px) and (max-width: ${({ $crowded }) => ($crowded ? 1199.98 : 1023.98)}px) {
    ${hiddenCss}
  }
`;

export const Find = styled.div`
  flex: 1 1 160px;
  min-width: 0;
  @media (min-width: 768px) {
    max-width: 420px;
    margin-inline-start: auto;
  }
`;
