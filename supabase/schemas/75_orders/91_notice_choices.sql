-- How soon a member hears of search orders that fit, and whose turn it is to hear of the next one.

create type public.notice_pace as enum ('now', 'hourly', 'daily', 'never');

-- Without a row: at once for who has all calendars, never for others.
create table public.order_notice_choices (
  company_id uuid not null,
  user_id uuid not null,
  pace public.notice_pace not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references public.members on delete cascade
);
alter table public.order_notice_choices enable row level security;
create policy own_read on public.order_notice_choices for select to authenticated
  using (user_id = (select internal.person()) and company_id in (select internal.companies_as('staff')));
grant select on public.order_notice_choices to authenticated;
grant all on public.order_notice_choices to service_role;

-- Open orders whose waves are not over: how many there were, and when the next one is due.
create table internal.order_waves (
  order_id uuid primary key references public.search_orders on delete cascade,
  wave smallint not null default 0,
  next_at timestamptz not null
);
create index order_waves_due on internal.order_waves (next_at);

-- When a company was last told of an order in one of the first three waves, and how often on that local day.
create table internal.notice_turns (
  company_id uuid primary key references public.companies on delete cascade,
  last_at timestamptz not null,
  day date not null,
  told smallint not null
);

-- Who is to be written to about which order, and when; gone once the mail is queued.
create table internal.order_tellings (
  company_id uuid not null,
  user_id uuid not null,
  order_id uuid not null references public.search_orders on delete cascade,
  location_id uuid not null references public.locations on delete cascade,
  due_at timestamptz not null,
  primary key (company_id, user_id, order_id),
  foreign key (company_id, user_id) references public.members on delete cascade
);
create index order_tellings_due on internal.order_tellings (due_at);
create index order_tellings_order on internal.order_tellings (order_id);
create index order_tellings_location on internal.order_tellings (location_id);
alter table internal.order_waves enable row level security;
alter table internal.notice_turns enable row level security;
alter table internal.order_tellings enable row level security;

-- The caller's own choice at a company; null changes nothing. Error: company_not_found.
create function public.choose_order_notices(p_company uuid, p_pace public.notice_pace) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if internal.role_in(p_company) is null then perform internal.fail('company_not_found'); end if;
  insert into public.order_notice_choices as kept (company_id, user_id, pace)
  select p_company, internal.person(), p_pace where p_pace is not null
  on conflict (company_id, user_id) do update set pace = excluded.pace;
end $$;

-- The members of a company who may answer orders and want to hear of them, at the confirmed addresses of their accounts.
create function internal.who_is_told(p_company uuid) returns table (user_id uuid, email text, pace public.notice_pace, everybody boolean)
language plpgsql stable rows 2 set search_path = '' as $$
begin
  return query
  select found.id, found.address, found.wanted, found.all_calendars from (
    select account.id, account.email::text as address, flags.all_calendars,
      coalesce(choice.pace, case when flags.all_calendars then 'now' else 'never' end::public.notice_pace) as wanted
    from public.members member join auth.users account on account.id = member.user_id
    cross join lateral (select internal.has_right(member, 'all_calendars') as all_calendars) flags
    left join public.order_notice_choices choice on choice.company_id = member.company_id and choice.user_id = member.user_id
    where member.company_id = p_company and account.email_confirmed_at is not null and account.deleted_at is null and internal.has_right(member, 'book')) found
  where found.wanted <> 'never';
end $$;

-- Mails about orders go out from 8 to 20 o'clock of the location.
create function internal.is_daytime(p_zone text, at timestamptz) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (at at time zone p_zone)::time >= time '08:00' and (at at time zone p_zone)::time < time '20:00';
end $$;

create function internal.next_morning(p_zone text, at timestamptz) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  local constant timestamp := at at time zone p_zone;
begin
  return (local::date + case when local::time < time '08:00' then 0 else 1 end + time '08:00') at time zone p_zone;
end $$;

revoke execute on function internal.who_is_told, internal.is_daytime, internal.next_morning from public;
grant execute on function public.choose_order_notices to authenticated;
