-- What came by an import is known by its id: all ids of one import begin alike (internal.imported_id). The people in a file have asked nothing of this
-- installation, and a file can name anybody. So nothing is sent to them by itself, neither when a request lapses nor from a waiting list; only what the
-- business does with a single visit or course after it has published its location.

create table internal.imported_companies (
  company_id uuid primary key references public.companies on delete cascade,
  -- What the ids of its imported rows begin with.
  id_start text not null check (length(id_start) = 26)
);
alter table internal.imported_companies enable row level security;

create function internal.is_imported(p_company uuid, p_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from internal.imported_companies one where one.company_id = p_company and one.id_start = left(p_id::text, 26));
end $$;

revoke execute on function internal.is_imported from public;
