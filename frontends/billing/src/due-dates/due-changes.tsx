import type { Invoice } from '@gerbang/contracts/invoices';
import { dueChangeText } from '@gerbang/domain/due-dates';
import { Quiet } from '@gerbang/ui/layout';
import { formatDateShort } from '@gerbang/web-kit/page/format';
import { dueDateCopy as copy } from './due-dates.copy.ts';

/** How the due day of an invoice was moved, and why; nothing where it never was. */
export function DueChanges({
  invoice: { due_changes: changes = [] },
}: {
  invoice: Pick<Invoice, 'due_changes'>;
}) {
  return changes.map((change) => (
    <Quiet key={change.at} $small $figures>
      {dueChangeText(change)}.{' '}
      {copy.note(change.reason, change.by.name ?? copy.noName, formatDateShort(change.at))}
    </Quiet>
  ));
}
