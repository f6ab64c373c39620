import { LinkRows } from '@gerbang/ui/link-rows';
import type { OwnInvoice } from '@gerbang/contracts/invoices';
import { Quiet } from '@gerbang/ui/layout';
import { VisuallyHidden } from '@gerbang/ui/visually-hidden';
import { CalendarDays, ChevronRight, FileText } from 'lucide-react';
import { css, styled } from 'styled-components';
import { usePaymentDefaults } from '../billing.api.ts';
import { useTransferAmount } from '@gerbang/web-kit/payment/use-transfer-amount';
import { exactAmountOf, saveDueDates } from './due-calendar.ts';
import { invoicesCopy } from './invoice-parts.tsx';
import { billOf } from './invoice-row.tsx';
import { reminderText, tagihanCopy as copy } from './invoices-page.copy.ts';

const List = styled(LinkRows)`
  li + li {
    border-block-start: 1px solid var(--border-subtle);
  }
`;

const rowCss = css`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: 12px;
  width: 100%;
  min-height: 62px;
  padding: 8px 16px;
  border: 0;
  background: none;
  color: inherit;
  text-align: start;
  text-decoration: none;
  &:hover {
    background: var(--bg-subtle);
  }
  &:focus-visible {
    outline-offset: -3px;
  }
  svg:first-child {
    color: var(--action2-text);
  }
  strong {
    display: block;
    font-weight: 650;
  }
`;
const Act = styled.button`
  ${rowCss}
`;
const Open = styled.a`
  ${rowCss}
`;

/** What serves all invoices of a child: the due dates for the family's calendar, and one PDF of all. */
export function InvoiceTools({ invoices }: { invoices: readonly [OwnInvoice, ...OwnInvoice[]] }) {
  const defaults = usePaymentDefaults();
  const open = invoices.filter(({ payable }) => payable);
  const living = invoices.filter(({ voided }) => !voided);
  const [next] = open;
  const transfer = useTransferAmount(next ? billOf(next) : null);
  const amountOf = transfer?.exactly ? exactAmountOf(next?.id, transfer) : undefined;
  const { enrollment_confirmation_id: confirmation, child_name: child } = invoices[0];
  return (
    <List>
      {open.length > 0 ? (
        <li>
          <Act type="button" onClick={() => saveDueDates(open, amountOf)}>
            <CalendarDays size={20} aria-hidden="true" />
            <span>
              <strong>{copy.remind}</strong>
              <Quiet as="span" $small>
                {reminderText(defaults.data?.reminder_days ?? [])}
              </Quiet>
            </span>
            <ChevronRight size={20} aria-hidden="true" />
          </Act>
        </li>
      ) : null}
      {living.length > 0 ? (
        <li>
          <Open
            href={`/api/enrollment-confirmations/${confirmation}/invoices/pdf`}
            target="_blank"
            rel="noreferrer"
          >
            <FileText size={20} aria-hidden="true" />
            <span>
              <strong>{copy.all}</strong>
              <Quiet as="span" $small>
                {copy.allPdf(living.length)}
              </Quiet>
              <VisuallyHidden>{invoicesCopy.inNewTab(` ${child}`)}</VisuallyHidden>
            </span>
            <ChevronRight size={20} aria-hidden="true" />
          </Open>
        </li>
      ) : null}
    </List>
  );
}
