import type { Drawer } from '@gerbang/contracts/drawers';
import { countedSum, DENOMINATIONS, DIFFERENCE_REASON, lacksReason } from '@gerbang/domain/drawers';
import { Dialog } from '@gerbang/ui/dialog';
import { MoneyField } from '@gerbang/ui/money-field';
import { RadioGroup } from '@gerbang/ui/radio-group';
import { SummaryList } from '@gerbang/ui/summary-list';
import { TextField } from '@gerbang/ui/text-field';
import { issuesOf, messageOf } from '@gerbang/web-kit/api/client';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { RefundForm } from '../refunds/refund-form.tsx';
import { differenceText } from './drawer-parts.tsx';
import { useCloseDrawer } from './drawers.api.ts';
import { copy } from './drawers.copy.ts';

const Pieces = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(136px, 1fr));
  gap: 8px 12px;
`;

const DIGITS = 5;

/** Counts the user's own drawer by note and coin, or as a sum, and closes it. */
export function CloseDialog({ drawer, onClose }: { drawer: Drawer; onClose: () => void }) {
  const id = useId();
  const [byPiece, setByPiece] = useState(true);
  const [pieces, setPieces] = useState<Readonly<Record<string, number>>>({});
  const [sum, setSum] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const change = useCloseDrawer();
  const { send } = useDecision(change, {
    done: [copy.success, copy.closed],
    failed: copy.failed,
    onClose,
    onFailure: () => undefined,
  });
  const { id: drawerId, expected } = drawer;
  const counted = byPiece ? countedSum(pieces) : sum;
  const difference = counted === null ? null : counted - expected;
  const lacking = difference !== null && lacksReason(difference, reason);
  const issues = change.isError ? issuesOf(change.error) : {};
  const refusal = change.isError && Object.keys(issues).length === 0 ? messageOf(change.error) : null;
  const onSend = () => {
    setAsked(true);
    if (counted === null || lacking) return false;
    const body = { counted: byPiece ? pieces : counted, ...(difference !== 0 && { reason: reason.trim() }) };
    send({ id: drawerId, body });
    return true;
  };
  return (
    <Dialog title={copy.close} dismissable={false} onClose={onClose}>
      <RefundForm
        lead={copy.closeLead(formatRupiah(expected))}
        save={copy.close}
        unsaved={Object.keys(pieces).length > 0 || sum !== null || reason !== ''}
        act={{ pending: change.isPending, refusal }}
        onSend={onSend}
        onClose={onClose}
      >
        <RadioGroup
          label={copy.way}
          name={`${id}-way`}
          value={byPiece ? 'pieces' : 'sum'}
          options={[
            { value: 'pieces', label: copy.byPiece },
            { value: 'sum', label: copy.bySum },
          ]}
          onChange={({ target }) => setByPiece(target.value === 'pieces')}
        />
        {byPiece ? (
          <Pieces>
            {DENOMINATIONS.map((value) => (
              <TextField
                key={value}
                label={formatRupiah(value)}
                aria-label={copy.piece(formatRupiah(value))}
                inputMode="numeric"
                autoComplete="off"
                maxLength={DIGITS}
                value={pieces[value] === undefined ? '' : String(pieces[value])}
                onChange={({ target }) => {
                  const digits = target.value.replace(/\D/gu, '');
                  const { [value]: _before, ...others } = pieces;
                  setPieces(digits === '' ? others : { ...others, [value]: Number(digits) });
                }}
              />
            ))}
          </Pieces>
        ) : (
          <MoneyField
            label={copy.sum}
            value={sum}
            error={asked && sum === null ? copy.sumRequired : issues.counted}
            onChange={setSum}
          />
        )}
        <div role="status">
          <SummaryList
            rows={[
              { label: copy.expected, value: formatRupiah(expected) },
              { label: copy.counted, value: counted === null ? copy.none : formatRupiah(counted) },
              { label: copy.difference, value: difference === null ? copy.none : differenceText(difference) },
            ]}
          />
        </div>
        {difference !== null && difference !== 0 ? (
          <TextField
            label={copy.reason}
            hint={copy.reasonHint}
            maxLength={DIFFERENCE_REASON.max}
            value={reason}
            error={asked && lacking ? copy.reasonRequired : issues.reason}
            onChange={({ target }) => setReason(target.value)}
          />
        ) : null}
      </RefundForm>
    </Dialog>
  );
}
