import type { OwnInvoice } from '@gerbang/contracts/billing.types';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { Quiet } from '@gerbang/ui/layout';
import { CalendarPlus } from 'lucide-react';
import { styled } from 'styled-components';
import { usePaymentDefaults } from '../billing.api.ts';
import { saveDueDates } from './due-calendar.ts';
import { reminderText, tagihanCopy as copy } from './invoices-page.copy.ts';

const Box = styled(Card)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 12px 24px;
  > div {
    flex: 1 1 280px;
  }
`;

/** When the school reminds of what is still to be paid, and the due dates for the family's own calendar. */
export function DueReminders({ invoices }: { invoices: readonly OwnInvoice[] }) {
  const defaults = usePaymentDefaults();
  const open = invoices.filter(({ payable }) => payable);
  if (open.length === 0) return null;
  const words = reminderText(defaults.data?.reminder_days ?? []);
  return (
    <Box as="div">
      <div>
        <strong>{copy.remindersTitle}</strong>
        {words === null ? null : <Quiet $small>{words}</Quiet>}
      </div>
      <Button
        variant="secondary"
        icon={<CalendarPlus size={18} aria-hidden="true" />}
        onClick={() => saveDueDates(open)}
      >
        {copy.saveDates}
      </Button>
    </Box>
  );
}
