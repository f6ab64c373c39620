import { Select } from '@gerbang/ui/select';
import { ExportButton } from '@gerbang/web-kit/lists/export-button.tsx';
import { StaffList } from '@gerbang/web-kit/lists/staff-list.tsx';
import { callPage } from '@gerbang/web-kit/api/client';
import { day, linked, staffList, useStaffList, type Filter } from '@gerbang/web-kit/lists/use-staff-list';
import { ScrollText } from 'lucide-react';
import { auditColumns } from './audit-columns.tsx';
import { actionsOf, AREA_NAMES, AREAS, auditCopy as copy, type AreaName } from './audit.copy.ts';

const FIRST_AREA: AreaName = 'penerimaan';
const ID = /^[0-9a-f-]{36}$/u;
const ALL_ACTIONS: Readonly<Record<string, string>> = Object.assign({}, ...AREA_NAMES.map(actionsOf));
const area: Filter<AreaName> = {
  label: copy.area,
  accepts: (text): text is AreaName => AREA_NAMES.some((name) => name === text),
  wordOf: (name) => AREAS[name].label,
};

const audit = staffList({
  key: 'audit',
  pageSize: 25,
  filters: {
    area,
    action: linked(copy.action, /^[a-z_]+(?:\.[a-z_]+)?$/u, (action) => ALL_ACTIONS[action] ?? action),
    from: day(copy.from),
    to: day(copy.to),
    subject_id: linked(copy.subject, ID),
    actor_id: linked(copy.actor, ID),
  },
  fields: ['area', 'action', 'from', 'to', 'sort'],
  scope: 'area',
  texts: copy,
  read: ({ area: name = FIRST_AREA, ...query }, signal) => callPage(AREAS[name].call, { signal, query }),
});

/** /admin/audit: who did what to which record, and when. Each service has its own trail. */
export function AuditPage() {
  const list = useStaffList(audit);
  const { state } = list;
  const name = state.filters.area ?? FIRST_AREA;
  const actions = actionsOf(name);
  return (
    <StaffList
      list={list}
      wide
      icon={<ScrollText size={28} />}
      tools={
        <ExportButton
          file={copy.exportFile}
          address={() => list.exportAddress(AREAS[name].file.path, { area: '' })}
        />
      }
      columns={auditColumns(name, actions, (id) => state.setFilter('subject_id', id))}
      fields={{
        area: (
          <Select
            filters
            label={copy.area}
            value={name}
            options={AREA_NAMES.map((one) => ({ value: one, label: AREAS[one].label }))}
            onChange={({ target }) =>
              state.setFilters({
                area: target.value === FIRST_AREA ? null : target.value,
                action: null,
                subject_id: null,
              })
            }
          />
        ),
        action: (
          <Select
            filters
            label={copy.action}
            placeholder={copy.everyAction}
            value={state.filters.action ?? ''}
            options={Object.entries(actions).map(([value, label]) => ({ value, label }))}
            onChange={({ target }) => state.setFilter('action', target.value || null)}
          />
        ),
      }}
    />
  );
}
