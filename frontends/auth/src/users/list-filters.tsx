import { isRole, ROLE_LABELS, ROLES } from '@gerbang/domain/roles';
import { Button } from '@gerbang/ui/button';
import { Select } from '@gerbang/ui/select';
import { styled } from 'styled-components';
import { SORTS, type useListState } from './use-list-place.ts';
import { usersCopy as copy } from './users.copy.ts';

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 12px;
  > div {
    flex: 1 1 130px;
    max-width: 260px;
  }
`;

/** Filter and order of the list; what is set is seen, and one button clears the filter. */
export function ListFilters({ place }: { place: ReturnType<typeof useListState> }) {
  return (
    <Row>
      <Select
        label={copy.roleFilter}
        placeholder={copy.everyRole}
        value={place.role ?? ''}
        options={ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
        onChange={({ target }) => place.setRole(isRole(target.value) ? target.value : null)}
      />
      <Select
        label={copy.sort}
        value={place.sort}
        options={SORTS.map((sort) => ({ value: sort, label: copy.sorts[sort] }))}
        onChange={({ target }) => {
          const sort = SORTS.find((one) => one === target.value);
          if (sort) place.setSort(sort);
        }}
      />
      {place.role === null ? null : (
        <Button variant="ghost" onClick={() => place.setRole(null)}>
          {copy.clearFilter}
        </Button>
      )}
    </Row>
  );
}
