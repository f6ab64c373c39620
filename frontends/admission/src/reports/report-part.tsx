import { Card } from '@gerbang/ui/card';
import { RoundedFigure } from '@gerbang/ui/rounded-figure';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Skeleton } from '@gerbang/ui/skeleton';
import { formatRupiah, shortRupiah } from '@gerbang/web-kit/page/format';
import type { ReactNode } from 'react';
import { reportsCopy as copy } from './reports.copy.ts';

interface Read<Report> {
  readonly data: Report | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** A report while it loads, where it failed, and as `children` draws it. */
export function ReportPart<Report>({
  read,
  children,
}: {
  read: Read<Report>;
  children: (report: Report) => ReactNode;
}) {
  if (read.data !== undefined) return children(read.data);
  if (read.isError)
    return <LoadFailed title={copy.failed} retrying={read.isFetching} onRetry={() => void read.refetch()} />;
  return (
    <Card>
      <Skeleton lines={8} label={copy.loading} />
    </Card>
  );
}

/** Rupiah in short, whole on focus. */
export function Money({ amount }: { amount: number }) {
  return <RoundedFigure short={shortRupiah(amount)} whole={formatRupiah(amount)} />;
}
