import { decideFeeDifference } from '@gerbang/contracts/registration-payments';
import { correct } from './corrections.ts';
import { type Caller, type Door, useDoor } from './door.ts';
import { settlements } from './fee-settlements.ts';
import { inState, record } from './staff.ts';

/** What SD costs more than KB. */
export const MISSING = 200_000;

/** The desk that corrects levels, and finance that decides about what fees differ by. */
export async function differencesOf(door: Door) {
  const desk = await door.caller('staff_pendidikan');
  const finance = await door.caller('finance');
  const place = (id: string, changes: Record<string, unknown>) =>
    correct(door, desk, id, { target: 'registration', changes });
  /** A paid child of KB that belongs to SD, or the other way round. */
  async function moved(changes: Record<string, unknown> = { jenjang: 'SD', kelas: '1' }) {
    const { family, made } = await inState(door, 'verified', 'registered', {
      ...('kelas' in changes && { jenjang: 'KB', kelas: null, payment_amount: 350_000 }),
    });
    expect((await place(made.id, changes)).statusCode).toBe(200);
    return { family, id: made.id };
  }
  async function decide(id: string, body: Record<string, unknown>, staff: Caller = finance) {
    const { version } = await door.db('registrations').where({ id }).first('version');
    return door.call(decideFeeDifference, staff, { params: { id }, body: { version, ...body } });
  }
  const difference = async (id: string) => (await record(door, finance, id)).fee_difference;
  return { finance, place, moved, decide, difference };
}

export interface Differences {
  readonly door: Door;
  readonly fees: Awaited<ReturnType<typeof differencesOf>>;
  readonly settle: ReturnType<typeof settlements>;
}

/** A suite's service with the calls of these differences, and the money of the bank that comes for them. */
export const useDifferences = (onOpen: (opened: Differences) => void): void =>
  useDoor(async (door) => onOpen({ door, fees: await differencesOf(door), settle: settlements(door) }));
