import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { styled } from 'styled-components';

/** A part of the page, which is not cut in two on paper where it fits on a sheet. */
export const Whole = styled(Stack)`
  @media print {
    break-inside: avoid;
  }
`;

/** Entries below each other, set apart by lines; what they are about wraps. */
export const Lines = styled.ul`
  display: grid;
  overflow-wrap: anywhere;
  > li {
    display: grid;
    gap: 4px;
    padding-block: 12px;
    border-block-start: 1px solid var(--border-subtle);
    break-inside: avoid;
  }
  > li:first-child {
    padding-block-start: 0;
    border: 0;
  }
  > li:last-child {
    padding-block-end: 0;
  }
  &:empty {
    display: none;
  }
`;

/** A titled part of the page. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Whole as={Card} $gap={12} aria-label={title}>
      <CardTitle>{title}</CardTitle>
      {children}
    </Whole>
  );
}

type Read<Row> = Exclude<ComponentProps<typeof Loading>['of'], readonly unknown[]> & {
  readonly data: readonly Row[] | undefined;
};

/** A part that is read by itself: it loads, fails or is empty without the others. */
export function ReadPart<Row>({
  title,
  of,
  texts,
  children,
}: {
  title: string;
  of: Read<Row>;
  texts: { readonly loading: string; readonly failed: string; readonly empty: string };
  children: (rows: readonly Row[]) => ReactNode;
}) {
  return (
    <Part title={title}>
      {of.data === undefined ? (
        <Loading of={of} lines={3} label={texts.loading} failed={texts.failed} />
      ) : of.data.length === 0 ? (
        <Quiet>{texts.empty}</Quiet>
      ) : (
        children(of.data)
      )}
    </Part>
  );
}
