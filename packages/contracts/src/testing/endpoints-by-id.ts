import { endpoints } from '../all.ts';

export const all = endpoints;
export const byId = new Map(endpoints.map((value) => [value.id, value]));
