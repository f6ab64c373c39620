import type { SeatPool } from '@gerbang/contracts/seat-pools';
import { actorText } from '@gerbang/domain/roles';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { formatDateLong, formatDayText, formatMoment } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { Clock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import { PoolBar } from './pool-bar.tsx';
import { dueSoonDay, isOver, poolAddress } from './pool-places.ts';
import { CRITERION_WORDS, seatsCopy as copy } from './seat-pools.copy.ts';

/** What can be done with a pool from its card. */
export interface PoolActs {
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

const Box = styled(Card)`
  &[data-whole] {
    padding-block: 16px;
  }
`;

const Due = styled.p`
  display: flex;
  align-items: center;
  gap: 8px;
  font-weight: 600;
  a {
    display: inline-block;
    padding-block: 3px;
  }
`;

/** How an order is set: from the first criterion to the last. */
const orderText = ({ criteria }: SeatPool) =>
  `${copy.order}: ${criteria.map((one, at) => `${at + 1}.\u00A0${CRITERION_WORDS[one]}`).join(' · ')}`;

function ruleText({ rule_set: rule }: SeatPool): string[] {
  if (!rule) return [];
  return [copy.rule(actorText(rule.by), formatDateLong(rule.at))];
}

/** How offers of the pool are made. */
function rulesOf(pool: SeatPool, now: Date): string[] {
  const until = pool.offers_until && formatDayText(pool.offers_until);
  return [
    pool.auto_offer ? copy.auto : copy.byHand,
    copy.answerDays(pool.answer_days),
    ...(until ? [isOver(pool, now) ? copy.offersOver(until) : copy.offersUntil(until)] : []),
  ];
}

/** How many seats are given back soon unless their families answer, with the way to them; nothing where there are none. */
export function DueSoon({ pool }: { pool: SeatPool }) {
  const [now] = useState(() => new Date());
  if (pool.due_soon === 0) return null;
  const soon = poolAddress(pool, { bagian: 'offers', status: 'open', due_before: dueSoonDay(now) });
  return (
    <Due>
      <Clock size={18} aria-hidden="true" />
      <Link to={soon}>{copy.dueSoon(pool.due_soon)}</Link>
    </Due>
  );
}

/** A pool: its seats as a bar and as figures, what is due, what is to be minded, and what may be done. */
export function PoolCard({
  pool,
  acts,
  whole = false,
  children,
}: {
  pool: SeatPool;
  acts: PoolActs;
  /** On the pool's own page, below its name: with the rules of its order, without the way to it. */
  whole?: boolean;
  children?: ReactNode;
}) {
  const decides = useCan('seats.decide');
  const [now] = useState(() => new Date());
  const { label, seats, offer_limit, accepted, next_deadline, paid, warnings } = pool;
  const facts = [
    ...(accepted > 0 ? [copy.paid(paid)] : []),
    ...(next_deadline ? [copy.nextDeadline(formatMoment(next_deadline))] : []),
    ...(whole ? rulesOf(pool, now) : []),
  ];
  return (
    <Box as="section" aria-label={copy.pool(label)} data-whole={whole || undefined}>
      <Stack $gap={whole ? 8 : 12}>
        <Row $justify="between" $align="start">
          <div>
            {whole ? null : <CardTitle>{label}</CardTitle>}
            <Quiet $small $figures>
              {copy.seats(seats, offer_limit)}
            </Quiet>
          </div>
          <Row>
            {decides ? (
              <>
                <Button
                  small
                  variant={whole ? 'secondary' : 'ghost'}
                  aria-label={copy.on(copy.edit, label)}
                  onClick={acts.onEdit}
                >
                  {copy.edit}
                </Button>
                {whole ? (
                  <Button
                    small
                    variant="ghost"
                    aria-label={copy.on(copy.remove, label)}
                    onClick={acts.onRemove}
                  >
                    {copy.remove}
                  </Button>
                ) : null}
              </>
            ) : null}
            {whole ? null : (
              <LinkButton
                $small
                $variant="secondary"
                to={poolAddress(pool)}
                aria-label={copy.on(copy.open, label)}
              >
                {copy.open}
              </LinkButton>
            )}
          </Row>
        </Row>
        <PoolBar pool={pool} line={whole} />
        <Row $gap={4} $apart={16} $align="center">
          <DueSoon pool={pool} />
          {facts.length > 0 ? (
            <Quiet $small $figures>
              {facts.join(' · ')}
            </Quiet>
          ) : null}
        </Row>
        {whole ? <Quiet $small>{[orderText(pool), ...ruleText(pool)].join(' · ')}</Quiet> : null}
        {warnings.map(({ code, text }) => (
          <Banner key={code} tone="attention">
            {text}
          </Banner>
        ))}
        {children}
      </Stack>
    </Box>
  );
}
