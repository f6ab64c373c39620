import type { PayRequest } from '@gerbang/contracts/pay-requests';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays } from '@gerbang/domain/reports';
import { CopyButton } from '@gerbang/ui/copy-button';
import { Quiet, Row } from '@gerbang/ui/layout';
import { RadioCards } from '@gerbang/ui/radio-group';
import { styled } from 'styled-components';
import { formatDateLong, formatTime } from '../page/format.ts';
import { AskButton } from './ask-button.tsx';
import { payCopy as copy } from './pay-online.copy.ts';
import type { OwnRequest, PayTarget } from './use-pay-request.ts';

const Digits = styled.p`
  font-size: 1.5rem;
  line-height: 1.35;
  font-weight: 700;
  font-feature-settings: 'tnum';
  overflow-wrap: anywhere;
`;

/** `besok 14.20`, `1 Desember 2026, 14.20`. */
function endText(moment: string): string {
  const day = jakartaDay(new Date(moment));
  const today = jakartaDay(new Date());
  const time = formatTime(new Date(moment));
  if (day === today) return copy.today(time);
  return day === addDays(today, 1) ? copy.tomorrow(time) : `${formatDateLong(moment)}, ${time}`;
}

/** Before there is a number: the amount, the bank, and the button that asks. */
export function VaChoice({
  target: { amount, gateway },
  own,
  bank,
  onBank,
  onTransfer,
}: {
  target: PayTarget;
  own: OwnRequest;
  bank: string;
  onBank: (code: string) => void;
  onTransfer: () => void;
}) {
  return (
    <>
      <p>{copy.amount(amount)}</p>
      {gateway.banks.length > 1 ? (
        <RadioCards
          name="bank"
          label={copy.bank}
          value={bank}
          onChange={(event) => onBank(event.target.value)}
          options={gateway.banks.map(({ code, name }) => ({ value: code, label: name }))}
        />
      ) : null}
      <AskButton own={own} label={copy.makeVa} onAsk={() => own.make('va', bank)} onTransfer={onTransfer} />
    </>
  );
}

/** The number to pay, in groups of four, with its locked amount and its end. */
export function VaNumber({
  va,
  request: { amount, expires_at: expiresAt },
}: {
  va: NonNullable<PayRequest['va']>;
  request: PayRequest;
}) {
  return (
    <>
      <div>
        <Quiet $small>{copy.number(va.bank)}</Quiet>
        <Digits>{va.display}</Digits>
      </div>
      <Row $gap={8}>
        <CopyButton
          text={va.number.trim()}
          label={copy.copyWord}
          word={copy.copyWord}
          copied={copy.copied}
          variant="primary"
        />
      </Row>
      <p>{copy.locked(amount)}</p>
      <Quiet $figures>{copy.until(endText(expiresAt))}</Quiet>
    </>
  );
}
