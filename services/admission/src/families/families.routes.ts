import { addFamilyNote, getFamily } from '@gerbang/contracts/families';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withId } from '@gerbang/service-kit/http/use-cases';
import { addNote } from './add-note.ts';
import { readFamily } from './read-family.ts';

/** A family on one page, and the notes of calls with it. */
export function familiesRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, getFamily, withId(context, readFamily));
  mount(app, verifier, addFamilyNote, withId(context, addNote));
}
