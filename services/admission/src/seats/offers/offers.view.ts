import type { listOffers, Offer } from '@gerbang/contracts/offers';
import { offerSchema } from '@gerbang/contracts/offers';
import { can } from '@gerbang/domain/abilities';
import { answerTime } from '@gerbang/domain/answer-days';
import { EXTENSIONS_MAX, mayMoveOffer } from '@gerbang/domain/offers';
import type { Role } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import { nameSearch } from '@gerbang/service-kit/data/text-search';
import type { List } from '@gerbang/service-kit/http/paging';
import { shown } from '@gerbang/service-kit/http/shown';
import type { z } from 'zod';
import type { OfferRecord } from '../record/offers.repository.ts';
import { findOffers, namesOf, type SeatNames } from './offer-list.repository.ts';

function actionsOf({ status, extensions }: OfferRecord, role: Role): Offer['actions'] {
  const extend = status === 'open' && extensions < EXTENSIONS_MAX && can(role, 'offers.make');
  const release = mayMoveOffer(status, 'staff') && can(role, 'seats.decide');
  return [...(extend ? (['extend'] as const) : []), ...(release ? (['release'] as const) : [])];
}

/** An offer with the names of its child, as staff of this role see it. */
export const toOffer = (record: OfferRecord, names: SeatNames, role: Role): Offer => ({
  ...shown(offerSchema, record),
  ...names,
  actions: actionsOf(record, role),
});

/** Offers with the names of their children, as staff of this role see them. */
export async function toOffers(db: Db, records: readonly OfferRecord[], role: Role): Promise<Offer[]> {
  const names = await namesOf(
    db,
    records.map(({ registration_id }) => registration_id),
  );
  return records.flatMap((record) => {
    const named = names.get(record.registration_id);
    return named ? toOffer(record, named, role) : [];
  });
}

type Query = z.output<(typeof listOffers)['query']>;

/** Offers by their state and deadline. */
export function offerList(
  db: Db,
  { status, pool, academic_year, due_before, search }: Query,
  role: Role,
): List<OfferRecord, Offer> {
  const found = nameSearch(search, { names: ['c.full_name'], others: ['r.registration_number'] });
  return {
    table: 'offers',
    keys: {
      created_at: 'offers.created_at',
      answer_until: `coalesce(offers.answer_until, 'infinity')`,
    },
    defaultSort: '-created_at',
    rows: () =>
      findOffers(db, {
        status,
        pool,
        year: academic_year,
        due: due_before === undefined ? undefined : answerTime(due_before),
        found,
      }),
    toItems: (records) => toOffers(db, records, role),
  };
}
