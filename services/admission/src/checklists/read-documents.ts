import type { StaffDocuments } from '@gerbang/contracts/document-reviews';
import { completeness, type DocumentFact } from '@gerbang/domain/child-documents';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { toChecklist } from './checklist.view.ts';
import { checklistRecord } from './checklists.repository.ts';
import type { Context } from '../context.ts';
import { noRegistration } from '../registration-record/rules.ts';
import { fullRegistration, registrations } from '../registration-record/registrations.repository.ts';
import { checksOf } from '../child-documents/child-documents.repository.ts';
import { factsPrint, toFact, typedFacts } from '../child-documents/document-facts.ts';
import { documentsFor } from '../child-documents/list-documents.ts';

/** The documents of a registration with the typed data beside them; the trail keeps who read which child's. */
export async function readDocuments(context: Context, caller: Caller, id: string): Promise<StaffDocuments> {
  const db = context.database.knex;
  const record = await fullRegistration(registrations(db), db, id);
  const checklist = await checklistRecord(db, id);
  if (!record || !checklist) throw noRegistration();
  const { child, parent, registration_number, jenjang, kelas, academic_year } = record;
  const levels = [{ jenjang, kelas }];
  const documents = await documentsFor(context, db, child.id, { levels, people: true });
  const typed = typedFacts(context.columns, { child, parent });
  const ticks = new Map((await checksOf(db, [child.id])).map((tick) => [tick.fact, tick]));
  const today = jakartaDay(context.now());
  const facts = new Set<DocumentFact>(documents.flatMap(({ type }) => type.facts));
  const asked = documents
    .filter(({ type }) => type.retired_at === null)
    .map(({ type, complete }) => ({ ...type, complete }));
  const required = asked.filter((one) => one.required);
  await audit(db, {
    action: 'document.read',
    actor: await actorOf(db, caller),
    subject: id,
    details: { child_id: child.id },
    origin: caller.origin,
  });
  return {
    registration: {
      id,
      registration_number,
      jenjang,
      kelas,
      academic_year,
      child_id: child.id,
      child_name: child.full_name,
    },
    complete: completeness(asked),
    done: required.filter(({ complete }) => complete).length,
    of: required.length,
    documents,
    facts: [...facts].map((fact) => toFact(fact, typed, ticks.get(fact), today)),
    facts_print: factsPrint(context.columns, child.id, typed),
    own_family: parent.user_id === caller.id,
    checklist: toChecklist(checklist),
  };
}
