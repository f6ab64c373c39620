import { FEES_OF_A_SLIP } from '@gerbang/domain/registration-payments';
import { z } from 'zod';
import { uuidText } from './text.ts';

const HOW_MANY = `Pilih ${FEES_OF_A_SLIP.least} sampai ${FEES_OF_A_SLIP.most} biaya pendaftaran`;

/** The registrations whose fees a family pays with one transfer. */
export const slipIds = z
  .array(uuidText(), HOW_MANY)
  .min(FEES_OF_A_SLIP.least, HOW_MANY)
  .max(FEES_OF_A_SLIP.most, HOW_MANY)
  .refine((ids) => new Set(ids).size === ids.length, 'Setiap pendaftaran hanya dapat dipilih sekali');
