import { endpoints } from '../src/all.ts';

export const all = endpoints;
export const byId = new Map(endpoints.map((value) => [value.id, value]));
