import type { StaffWave } from '@gerbang/contracts/waves';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import { WAVE_STATE_LABELS, type WaveState, waveTitle } from '@gerbang/domain/waves';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Quiet, Row, Stack, Text } from '@gerbang/ui/layout';
import { StatusTag, type Tone } from '@gerbang/ui/status-tag';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { formatMoment, formatRupiah } from '@gerbang/web-kit/page/format';
import { styled } from 'styled-components';
import type { WaveDecision } from './decide-wave.tsx';
import { wavesCopy as copy } from './waves.copy.ts';

const Item = styled.li`
  padding-block: 16px;
  border-block-start: 1px solid var(--border-subtle);
  &:last-child {
    padding-block-end: 0;
  }
`;

export const STATE_TONES: Readonly<Record<WaveState, Tone>> = {
  upcoming: 'info',
  open: 'success',
  full: 'attention',
  closed: 'neutral',
};

const personText = (person: StaffWave['fee_typed_by']) =>
  person ? `${person.name ?? copy.somebody} (${ROLE_WORDS[person.role]})` : copy.somebody;

function Fee({ wave }: { wave: StaffWave }) {
  const { fee, fee_override: own, fee_confirmed_by: confirmed, fee_typed_by: typed } = wave;
  if (own === null) return <Quiet $small>{copy.fee(formatRupiah(fee))}</Quiet>;
  if (confirmed) return <Quiet $small>{copy.ownFee(formatRupiah(own), personText(confirmed))}</Quiet>;
  return (
    <Banner tone="attention">{copy.feeWaits(formatRupiah(own), formatRupiah(fee), personText(typed))}</Banner>
  );
}

/** A wave of a level: its state, times and places, its fee, and what may be done. */
export function WaveRow({
  wave,
  onEdit,
  onDecide,
}: {
  wave: StaffWave;
  onEdit: () => void;
  onDecide: (decision: WaveDecision) => void;
}) {
  const writes = useCan('waves.write');
  const deletes = useCan('waves.delete');
  const confirms = useCan('waves.confirm_fee');
  const title = waveTitle(wave.name);
  const button = (decision: WaveDecision) => (
    <Button
      key={decision}
      small
      variant={decision === 'confirm' ? 'primary' : 'secondary'}
      aria-label={copy.actionOn(copy[decision], title)}
      onClick={() => onDecide(decision)}
    >
      {copy[decision]}
    </Button>
  );
  const decisions: WaveDecision[] = [
    ...(wave.may_confirm ? (['confirm'] as const) : []),
    ...(confirms && wave.fee_confirmed_by ? (['withdraw'] as const) : []),
    ...(writes ? [wave.cancelled ? ('restore' as const) : ('cancel' as const)] : []),
    ...(deletes ? (['remove'] as const) : []),
  ];
  const most = wave.applicants_max === null ? copy.noMost : copy.most(wave.applicants_max);
  return (
    <Item>
      <Stack $gap={8}>
        <Row $justify="between" $align="center">
          <h3>{title}</h3>
          <StatusTag tone={wave.cancelled ? 'neutral' : STATE_TONES[wave.state]}>
            {wave.cancelled ? copy.cancelled : WAVE_STATE_LABELS[wave.state]}
          </StatusTag>
        </Row>
        <Text $figures>
          {formatMoment(wave.opens_at)} – {formatMoment(wave.closes_at)}
        </Text>
        <Quiet $small $figures>
          {[
            most,
            ...(wave.left ? [copy.room[wave.left]] : []),
            ...(wave.payment_period ? [copy.period(wave.payment_period)] : []),
          ].join(' · ')}
        </Quiet>
        <Fee wave={wave} />
        {wave.note ? (
          <Quiet $small $lines>
            {wave.note}
          </Quiet>
        ) : null}
        {writes || decisions.length > 0 ? (
          <Row>
            {writes ? (
              <Button small variant="secondary" aria-label={copy.actionOn(copy.edit, title)} onClick={onEdit}>
                {copy.edit}
              </Button>
            ) : null}
            {decisions.map(button)}
          </Row>
        ) : null}
      </Stack>
    </Item>
  );
}
