-- Views of lists that a member keeps: a name for what stands in the address of a list. Each is for that member alone, belongs to one
-- company, and goes with the membership. One of a list may be its default, which is shown when the list is opened with nothing asked for.

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null,
  user_id uuid not null,
  list text not null check (list in ('appointments', 'customers')),
  name varchar(60) not null check (length(btrim(name)) > 0),
  -- What stands behind the question mark. The page reads it as it reads an address, so it may say anything.
  query varchar(600) not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  foreign key (company_id, user_id) references public.members on delete cascade
);
create unique index saved_views_name on public.saved_views (company_id, user_id, list, lower(name));
create unique index saved_views_default on public.saved_views (company_id, user_id, list) where is_default;

-- Keeps a view under a name, at most 20 of a list. Errors: company_not_found, view_name_missing, view_name_taken, views_full.
create function public.save_view(p_company uuid, p_list text, p_name text, p_query text, p_default boolean default false) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := internal.person();
  called constant text := left(btrim(coalesce(p_name, '')), 60);
  made uuid;
begin
  if internal.role_in(p_company) is null then perform internal.fail('company_not_found'); end if;
  -- Nor a name of signs that nobody sees.
  if called ~ '^[\s\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]*$' then
    perform internal.fail('view_name_missing');
  end if;
  -- Of two that come at once the second waits and counts the first.
  perform from public.members where company_id = p_company and user_id = caller for no key update;
  if exists (select from public.saved_views where company_id = p_company and user_id = caller and list = p_list
    and lower(name) = lower(called)) then perform internal.fail('view_name_taken'); end if;
  if (select count(*) from public.saved_views where company_id = p_company and user_id = caller and list = p_list) >= 20 then
    perform internal.fail('views_full');
  end if;
  if p_default then
    update public.saved_views set is_default = false where company_id = p_company and user_id = caller and list = p_list and is_default;
  end if;
  insert into public.saved_views (company_id, user_id, list, name, query, is_default)
  values (p_company, caller, p_list, called, left(coalesce(p_query, ''), 600), coalesce(p_default, false)) returning id into made;
  return made;
end $$;

-- Makes a view the default of its list, or takes that from it. Error: view_not_found.
create function public.set_default_view(p_view uuid, p_default boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_view public.saved_views;
begin
  select * into found_view from public.saved_views where id = p_view and user_id = internal.person()
    and company_id in (select internal.companies_as('staff'));
  if found_view.id is null then perform internal.fail('view_not_found'); end if;
  perform from public.members where company_id = found_view.company_id and user_id = found_view.user_id for no key update;
  update public.saved_views set is_default = false
  where company_id = found_view.company_id and user_id = found_view.user_id and list = found_view.list and is_default
    and (p_default or id = p_view);
  update public.saved_views set is_default = true where id = p_view and p_default;
end $$;

-- Error: view_not_found.
create function public.delete_view(p_view uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.saved_views where id = p_view and user_id = internal.person()
    and company_id in (select internal.companies_as('staff'));
  if not found then perform internal.fail('view_not_found'); end if;
end $$;

alter table public.saved_views enable row level security;
create policy own on public.saved_views for select to authenticated
  using (user_id = (select internal.person()) and company_id in (select internal.companies_as('staff')));
grant select on public.saved_views to authenticated;
grant all on public.saved_views to service_role;
grant execute on function public.save_view, public.set_default_view, public.delete_view to authenticated;
