import { beginIn } from '@gerbang/service-kit/data/begin';

/** The whole schema, in `begin.sql`. */
export const { up, down } = beginIn(import.meta.dirname, 'trail', 'kit');
