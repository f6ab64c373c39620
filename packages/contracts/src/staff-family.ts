import { z } from 'zod';

const text = z.string().nullable();

/**
 * A family as staff see it: its profile, and what the account tells where the profile does not, its name without father
 * and mother, its login phone without a contact phone.
 */
export const staffFamilySchema = z.object({
  father_name: text,
  mother_name: text,
  contact_phone: text,
  name_from_account: text,
  phone_from_account: text,
});
