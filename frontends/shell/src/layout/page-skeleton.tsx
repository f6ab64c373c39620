import { Card } from '@gerbang/ui/card';
import { SkeletonRows } from '@gerbang/ui/skeleton';
import { copy } from '../copy.ts';

/** In place of a page that loads: rows, as most pages have. */
export function PageSkeleton() {
  return (
    <Card as="div">
      <SkeletonRows rows={8} height={56} label={copy.loading} />
    </Card>
  );
}
