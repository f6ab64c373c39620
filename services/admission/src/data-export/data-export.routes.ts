import { admissionExport } from '@gerbang/contracts/admission-export';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withBody } from '@gerbang/service-kit/http/use-cases';
import { exportFamily } from './export-family.ts';

/** Admission's part of the export of a family's data. */
export function dataExportRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  mount(app, verifier, admissionExport, withBody(context, exportFamily));
}
