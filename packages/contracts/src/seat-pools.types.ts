import type { z } from 'zod';
import type { seatPoolSchema } from './seat-pools.ts';

export type SeatPool = z.output<typeof seatPoolSchema>;
