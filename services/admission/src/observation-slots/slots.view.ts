import { type Slot, slotSchema } from '@gerbang/contracts/observation-slots';
import type { Db } from '@gerbang/service-kit/data/database';
import { shown } from '@gerbang/service-kit/http/shown';
import { type SlotRecord, slotsById } from './slots.repository.ts';

/** A slot as staff read it. */
export const toSlot = (record: SlotRecord): Slot => shown(slotSchema, record) as Slot;

/** One slot as staff read it. */
export async function slotView(db: Db, id: string): Promise<Slot> {
  const [record] = await slotsById(db, [id]);
  if (!record) throw new Error('A locked slot is gone');
  return toSlot(record);
}
