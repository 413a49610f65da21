-- What a customer's health asks of a visit (Art. 9 DSGVO), apart from the file: no list, file, feed or search reads it. It takes the right
-- `health` besides the right to the file, and each look leaves a trace (57_customers/40_looks). The verbs alone reach the table.

create table public.customer_health (
  customer_id uuid primary key references public.customers on delete cascade,
  company_id uuid not null references public.companies on delete cascade,
  note varchar(2000) not null check (length(btrim(note)) > 0),
  updated_at timestamptz not null,
  updated_by varchar(254) not null
);
create index customer_health_company on public.customer_health (company_id);
alter table public.customer_health enable row level security;
grant all on public.customer_health to service_role;

create function internal.may_see_health(p_company uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_company is null or p_company not in (select internal.companies_with('health')) then perform internal.fail('not_allowed'); end if;
end $$;

-- {note, updated_at, updated_by}; '' and null when there is nothing. Errors: not_allowed, customer_not_found.
create function public.open_health(p_company uuid, p_customer uuid, p_again boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept public.customer_health;
begin
  perform internal.may_see_health(p_company);
  perform internal.look_at_customer(p_company, p_customer, 'health', p_again);
  select * into kept from public.customer_health where customer_id = p_customer;
  return jsonb_build_object('note', coalesce(kept.note, ''), 'updated_at', kept.updated_at, 'updated_by', kept.updated_by);
end $$;

-- Keeps what was typed; '' removes it. `p_version` is the `updated_at` that the form showed, null for none.
-- Errors: not_allowed, customer_not_found, note_too_long, health_changed (somebody else has saved meanwhile).
create function public.save_health(p_company uuid, p_customer uuid, p_note text, p_version timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  typed constant text := btrim(coalesce(p_note, ''), E' \t\r\n');
  saved timestamptz;
begin
  perform internal.may_see_health(p_company);
  perform internal.look_at_customer(p_company, p_customer, 'health_changed');
  if length(typed) > 2000 then perform internal.fail('note_too_long'); end if;
  -- Of two that come at once the second waits and compares.
  perform from public.customers where id = p_customer for no key update;
  select updated_at into saved from public.customer_health where customer_id = p_customer;
  if saved is distinct from p_version then perform internal.fail('health_changed'); end if;
  if typed = '' then
    delete from public.customer_health where customer_id = p_customer;
  else
    insert into public.customer_health values (p_customer, p_company, typed, date_trunc('milliseconds', clock_timestamp()), left(internal.person_name(internal.person()), 254))
    on conflict (customer_id) do update set note = excluded.note, updated_at = excluded.updated_at, updated_by = excluded.updated_by;
  end if;
end $$;

revoke execute on function internal.may_see_health, public.open_health, public.save_health from public;
grant execute on function public.open_health, public.save_health to authenticated;
