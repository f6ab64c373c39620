import { Loading, type Read } from '@gerbang/web-kit/api/loading.tsx';
import { isMissing } from '@gerbang/web-kit/api/records';
import { FileQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { NothingHere } from './nothing-here.tsx';

/** In place of the record of a page: that it is being read, or that there is none of this id. */
export function RecordWait({
  of,
  missing: { text, ...missing },
  ...loading
}: {
  of: Read;
  missing: { title: string; text: ReactNode; to: string; toLabel: string };
  lines: number;
  label: string;
  failed: string;
}) {
  return isMissing(of.error) ? (
    <NothingHere icon={<FileQuestion size={28} />} {...missing}>
      {text}
    </NothingHere>
  ) : (
    <Loading of={of} card {...loading} />
  );
}
