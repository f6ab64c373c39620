import type { SeatPool } from '@gerbang/contracts/seat-pools';
import { Card, CardTitle } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Button } from '@gerbang/ui/button';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { Tabs } from '@gerbang/ui/tabs';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { Link, useNavigate, useSearchParams } from '@gerbang/web-kit/page/router';
import { Armchair, ChevronDown, ChevronLeft, ChevronUp } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { styled } from 'styled-components';
import { DueSoon, type PoolActs, PoolCard } from './pool-card.tsx';
import { PARTS, poolAddress } from './pool-places.ts';
import { seatsCopy as copy } from './seat-pools.copy.ts';

const ListPart = lazyPart(() => import('../waitlists/list-part.tsx').then((file) => file.ListPart));
const EventsPart = lazyPart(() => import('../waitlists/events-part.tsx').then((file) => file.EventsPart));
const OffersPart = lazyPart(() => import('../offers/offers-part.tsx').then((file) => file.OffersPart));

const VIEWS = { list: ListPart, offers: OffersPart, events: EventsPart } as const;

const Back = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  min-height: 44px;
  justify-self: start;
  @media (min-width: 640px) {
    min-height: 28px;
  }
`;

const Fold = styled(Button)`
  margin-inline-start: auto;
  @media (max-width: 639.98px) {
    min-height: 44px;
  }
`;

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  [role='tablist'] {
    margin-block-end: 12px;
  }
`;

/** How the seats stand, in one line: `Diambil 41 · Ditawarkan 15 · Bebas 2 · Menunggu 3`. */
const figuresOf = (pool: SeatPool): string =>
  (['accepted', 'open', 'releasing', 'free', 'waiting'] as const)
    .filter((key) => key !== 'releasing' || pool.releasing > 0)
    .map((key) => `${copy.states[key]}\u00A0${copy.figure(pool[key])}`)
    .join(' · ');

/** One pool: its figures in a line, all about it folded, and below its list, its offers and what changed it. */
export function PoolView({
  pool,
  year,
  acts,
}: {
  /** Null where it is not among the pools of the year. */
  pool: SeatPool | null;
  year: string;
  acts: (pool: SeatPool) => PoolActs;
}) {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const details = useId();
  const [isOpen, setOpen] = useState(false);
  // Finance and it see seats and offers, and not who waits.
  const readsList = useCan('waitlist.read');
  const parts = readsList ? PARTS : PARTS.filter((one) => one === 'offers');
  const part = parts.find((one) => one === address.get('bagian')) ?? parts[0] ?? 'offers';
  const View = VIEWS[part];
  const back = (
    <Back to={`/admin/seats?${new URLSearchParams({ tahun: year })}`}>
      <ChevronLeft size={18} aria-hidden="true" />
      {copy.all}
    </Back>
  );
  if (!pool) {
    return (
      <Card as="div">
        <EmptyState icon={<Armchair size={28} />} title={copy.missing} action={back} />
      </Card>
    );
  }
  return (
    <Stack $gap={8}>
      <Stack $gap={isOpen ? 8 : 0}>
        <Row $align="center" $gap={0} $apart={12}>
          {back}
          <CardTitle>{pool.label}</CardTitle>
          <Fold
            small
            variant="ghost"
            aria-expanded={isOpen}
            aria-controls={details}
            onClick={() => setOpen(!isOpen)}
          >
            {copy.details}{' '}
            {isOpen ? (
              <ChevronUp size={18} aria-hidden="true" />
            ) : (
              <ChevronDown size={18} aria-hidden="true" />
            )}
          </Fold>
        </Row>
        <div id={details}>
          {isOpen ? (
            <PoolCard pool={pool} acts={acts(pool)} whole />
          ) : (
            <Row $align="center" $gap={4} $apart={16}>
              <Quiet $small $figures>
                {figuresOf(pool)}
              </Quiet>
              <DueSoon pool={pool} />
            </Row>
          )}
        </div>
      </Stack>
      <Parts>
        <Tabs
          label={copy.parts}
          tabs={parts.map((id) => ({ id, label: copy.part[id] }))}
          value={part}
          onChange={(next) =>
            navigate(poolAddress(pool, { bagian: next, ...(next === 'offers' && { status: 'open' }) }))
          }
        >
          <Suspense fallback={null}>
            <View pool={pool} />
          </Suspense>
        </Tabs>
      </Parts>
    </Stack>
  );
}
