import { Dialog } from '@gerbang/ui/dialog';
import { Text } from '@gerbang/ui/layout';
import { RadioGroup } from '@gerbang/ui/radio-group';
import { messageOf } from '@gerbang/web-kit/api/client';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { formatDayText, formatRupiah } from '@gerbang/web-kit/page/format';
import { useId, useState } from 'react';
import { RefundForm } from '../refunds/refund-form.tsx';
import { type Settlement, useLinesAround, useMatchSettlement } from './pay-settlements.api.ts';
import { copy } from './pay-settlements.copy.ts';

/** Chooses the statement's line by which a settlement came; the one with its amount is chosen first. */
export function MatchDialog({
  of: { id, settled_on: day, net },
  onClose,
}: {
  of: Settlement;
  onClose: () => void;
}) {
  const name = useId();
  const found = useLinesAround(day);
  const lines = found.data?.rows ?? [];
  const [typed, setTyped] = useState<string | null>(null);
  const line = typed ?? lines.find(({ amount }) => amount === net)?.id ?? '';
  const [asked, setAsked] = useState(false);
  const change = useMatchSettlement();
  const { send } = useDecision(change, {
    done: [copy.success, copy.matched],
    failed: copy.failed,
    onClose,
    onFailure: () => undefined,
  });
  const onSend = () => {
    setAsked(true);
    if (line === '') return false;
    send({ id, line });
    return true;
  };
  return (
    <Dialog title={copy.match} dismissable={false} onClose={onClose}>
      {found.data ? (
        <RefundForm
          lead={copy.matchLead(formatRupiah(net))}
          save={copy.match}
          unsaved={typed !== null}
          act={{
            pending: change.isPending,
            refusal: change.isError ? messageOf(change.error) : null,
          }}
          onSend={onSend}
          onClose={onClose}
        >
          {lines.length === 0 ? (
            <Text>{copy.noLines}</Text>
          ) : (
            <RadioGroup
              label={copy.chooseLine}
              name={`${name}-line`}
              value={line}
              error={asked && line === '' ? copy.lineRequired : undefined}
              options={lines.map(({ id: value, booked_on: booked, amount }) => ({
                value,
                label: copy.lineOf(formatDayText(booked), formatRupiah(amount)),
              }))}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </RefundForm>
      ) : (
        <Loading of={found} lines={3} label={copy.loadingLines} failed={copy.linesFailed} />
      )}
    </Dialog>
  );
}
