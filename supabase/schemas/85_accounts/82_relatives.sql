-- For whom somebody books besides themselves: a child, a parent. Theirs alone; a business gets the name with a booking (appointments.for_name), whose
-- contact stays with who books.

create table public.relatives (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  name varchar(120) not null check (length(btrim(name)) > 0),
  birth_year smallint check (birth_year between 1900 and 2200),
  created_at timestamptz not null default now(),
  unique (user_id, name)
);

-- Keeps one, the same name again with its new year. Errors: not_signed_in, name_missing, name_too_long, birth_year_invalid (before 1900 or to come),
-- relatives_full (more than ten).
create function public.save_relative(p_name text, p_birth_year integer default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := internal.person();
  called constant text := internal.clean_name(p_name);
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  if called = '' then perform internal.fail('name_missing'); end if;
  if p_birth_year < 1900 or p_birth_year > extract(year from internal.present() at time zone 'Europe/Berlin') then perform internal.fail('birth_year_invalid'); end if;
  -- Of two at once the second waits and counts the first.
  perform from public.profiles where id = caller for no key update;
  insert into public.relatives (user_id, name, birth_year, created_at) values (caller, called, p_birth_year, internal.present())
  on conflict (user_id, name) do update set birth_year = excluded.birth_year;
  if (select count(*) from public.relatives where user_id = caller) > 10 then perform internal.fail('relatives_full'); end if;
end $$;

-- The same again changes nothing. Error: not_signed_in.
create function public.drop_relative(p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := internal.person();
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  delete from public.relatives where user_id = caller and id = p_id;
end $$;

alter table public.relatives enable row level security;
create policy own on public.relatives for select to authenticated using (user_id = (select internal.person()));
grant select on public.relatives to authenticated;
grant all on public.relatives to service_role;
grant execute on function public.save_relative, public.drop_relative to authenticated;
