import type { z } from 'zod';
import type { offerSchema } from './offers.ts';

export type Offer = z.output<typeof offerSchema>;
