-- The plan of a team. Whoever works alone needs none; a team books it, from the next month on, and pays each month in advance. People are counted on the day
-- of the run (35_month): everybody active at a location that is not archived, bookable or not; with an account once, wherever they work.

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  -- The first day of a month, and, once it is cancelled, the last day of one; a plan that ends before it begins never was.
  starts_on date not null check (extract(day from starts_on) = 1),
  ends_on date check (extract(day from ends_on + 1) = 1),
  booked_at timestamptz not null,
  booked_by uuid references auth.users on delete set null,
  cancelled_at timestamptz,
  constraint subscriptions_cancelled check ((ends_on is null) = (cancelled_at is null))
);
create unique index subscriptions_open on public.subscriptions (company_id) where ends_on is null;
create index subscriptions_company on public.subscriptions (company_id, starts_on);
create index subscriptions_booked_by on public.subscriptions (booked_by) where booked_by is not null;
alter table public.subscriptions enable row level security;
create policy owners_read on public.subscriptions for select to authenticated using (company_id in (select internal.companies_as('owner')));
revoke all on public.subscriptions from service_role;
grant select on public.subscriptions to authenticated, service_role;

create function internal.counted_people(p_company uuid) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return (select count(distinct coalesce(person.user_id, person.id)) from public.employees person
    join public.locations place on place.id = person.location_id
    where place.company_id = p_company and not place.archived and person.active);
end $$;

-- What the plan of a team costs a month.
create function internal.plan_cents(list public.price_lists, p_people integer) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_people <= list.free_people then 0 else least(p_people * list.person_cents, list.team_cents) end;
end $$;

-- Mails the owners of a company.
create function internal.tell_owners(p_company uuid, p_kind text, p_more jsonb default '{}') returns void
language plpgsql set search_path = '' as $$
begin
  perform internal.mail_account(member.user_id, p_kind, jsonb_build_object('company', company.name) || p_more)
  from public.members member join public.companies company on company.id = member.company_id
  where member.company_id = p_company and member.role = 'owner' and not company.sandbox;
end $$;

-- Books the plan from the next month on, not before billing begins; one that was cancelled and has not ended goes on. Again changes nothing. The owners get a
-- receipt. Answers the day from which it holds. For owners. Errors: company_not_found, role_not_allowed, not_in_demo, plan_unavailable (nothing is billed yet).
create function public.book_plan(p_company uuid) returns date
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  today constant date := internal.billing_day();
  first constant date := (select billed_from from internal.billing_settings);
  made public.subscriptions;
begin
  perform internal.open_company(p_company, 'owner');
  if (select sandbox from public.companies where id = p_company) then perform internal.fail('not_in_demo'); end if;
  if first is null then perform internal.fail('plan_unavailable'); end if;
  select * into made from public.subscriptions where company_id = p_company and ends_on is null;
  if made.id is not null then return made.starts_on; end if;
  update public.subscriptions set ends_on = null, cancelled_at = null
  where company_id = p_company and ends_on >= today and ends_on >= starts_on returning * into made;
  if made.id is null then
    insert into public.subscriptions (company_id, starts_on, booked_at, booked_by)
    values (p_company, greatest((date_trunc('month', today) + interval '1 month')::date, first), present, internal.person()) returning * into made;
  end if;
  perform internal.tell_owners(p_company, 'plan_booked', jsonb_build_object('day', made.starts_on,
    'cents', internal.plan_cents(internal.prices_on(made.starts_on), internal.counted_people(p_company))));
  return made.starts_on;
end $$;

-- Cancels the plan: it ends with this month, or does not begin. The page asks once more before that. Again changes nothing. The owners get a receipt. Answers
-- {cancelled_at, ends_on}. For owners. Errors: company_not_found, role_not_allowed, plan_missing.
create function public.cancel_plan(p_company uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  month_end constant date := (date_trunc('month', internal.billing_day()) + interval '1 month')::date - 1;
  held public.subscriptions;
begin
  perform internal.open_company(p_company, 'owner');
  update public.subscriptions set cancelled_at = present, ends_on = case when starts_on > month_end then starts_on - 1 else month_end end
  where company_id = p_company and ends_on is null returning * into held;
  if held.id is null then
    select * into held from public.subscriptions where company_id = p_company and ends_on >= internal.billing_day() order by cancelled_at desc limit 1;
    if held.id is null then perform internal.fail('plan_missing'); end if;
  else
    perform internal.tell_owners(p_company, 'plan_cancelled', jsonb_build_object('day', held.ends_on));
  end if;
  return jsonb_build_object('cancelled_at', held.cancelled_at, 'ends_on', held.ends_on);
end $$;

revoke execute on function internal.counted_people, internal.plan_cents, internal.tell_owners from public;
grant execute on function public.book_plan, public.cancel_plan to authenticated;
