import { CALENDAR } from '@gerbang/contracts/endpoint';
import type { FastifyReply } from 'fastify';

/** Sends the calendar file of an observation as a download. */
export const sendCalendar = (reply: FastifyReply, file: string) =>
  reply
    .type(`${CALENDAR}; charset=utf-8`)
    .header('content-disposition', 'attachment; filename="observasi-ppdb.ics"')
    .send(file);
