/**
 * What staff find a registration by (admission workflow, "Admin registration monitoring"): names of child and parents,
 * phones, number, level. SQL over registration `r`, child `c`, family `p`, account `a`; a line a value, in lower case.
 */
export const SEARCH_TEXT = `lower(concat_ws(chr(10), c.full_name, c.nick_name, p.father_name, p.mother_name,
  p.contact_phone, p.father_phone, p.mother_phone, a.phone, r.registration_number, r.jenjang,
  case when r.kelas like r.jenjang || '%' then r.kelas else r.jenjang || ' ' || r.kelas end))`;

/** What the child's name sorts by. */
export const CHILD_SORT = 'lower(c.full_name)';
