-- What a member may do beyond their own calendar. A role brings the rights that begin with it or below it. An owner may give one person a
-- right more or less; owners themselves have all of them. Policies and verbs ask internal.companies_with and internal.locations_with, never the
-- role, where a right says it. What no right names follows from the role: members see, managers set up, owners own.
-- `npm run db:types` writes the table of rights into what the page of members shows.

create type public.member_right as enum (
  -- See and change everybody's appointments, holds and blocked time, not only one's own.
  'all_calendars',
  -- See and change the files of all customers, not only of those served.
  'all_customers',
  -- Enter appointments and confirm requests.
  'book',
  -- Give appointments another time or person, other services and lengths.
  'move',
  -- Cancel appointments and decline requests.
  'cancel',
  -- Take lists along as files.
  'export',
  -- Read and change what is kept of customers' health.
  'health',
  -- Agree on other prices for an appointment than its services have.
  'appointment_price',
  -- Read the sums of a location: what visits come to, who comes, what visitors search for.
  'reports',
  -- Read how customers are reached: addresses, numbers, birthdays.
  'contact_data');

create table internal.rights (
  name public.member_right primary key,
  from_role public.member_role not null
);
alter table internal.rights enable row level security;

insert into internal.rights (name, from_role) values
  ('all_calendars', 'reception'),
  ('all_customers', 'reception'),
  ('book', 'staff'),
  ('move', 'staff'),
  ('cancel', 'staff'),
  ('export', 'manager'),
  ('health', 'manager'),
  ('appointment_price', 'manager'),
  ('reports', 'manager'),
  ('contact_data', 'staff');

-- What one person may do otherwise than the role says. Written by public.change_member_rights; goes with the membership and with the role.
create table public.member_rights (
  company_id uuid not null,
  user_id uuid not null,
  name public.member_right not null,
  granted boolean not null,
  primary key (company_id, user_id, name),
  foreign key (company_id, user_id) references public.members on delete cascade
);

-- Whether a member has a right. A right without a row in internal.rights is for owners only.
create function internal.has_right(member public.members, wanted public.member_right) returns boolean
language sql stable set search_path = '' as $$
  select member.role = 'owner' or coalesce(
    (select own.granted from public.member_rights own
      where own.company_id = member.company_id and own.user_id = member.user_id and own.name = wanted),
    member.role >= (select usual.from_role from internal.rights usual where usual.name = wanted), false)
$$;

create function internal.rights_of(member public.members) returns public.member_right[]
language sql stable set search_path = '' as $$
  select array(select usual.name from internal.rights usual where internal.has_right(member, usual.name) order by usual.name)
$$;

-- The companies in which the caller has this right; what internal.memberships counts.
create function internal.companies_with(wanted public.member_right) returns setof uuid
language sql stable security definer set search_path = '' rows 1 as $$
  select counted.company_id from internal.memberships() counted
  where internal.has_right((counted.company_id, (select internal.person()), counted.role, null)::public.members, wanted)
$$;
grant execute on function internal.companies_with to anon, authenticated, service_role;

-- Whether the caller works for this company without the right to contact data. Verbs then answer without them and find nobody by them; tables say the same
-- by their policies and by the views `shown_…` (50_booking/62_shown).
create function internal.hides_contacts(p_company uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_company in (select internal.companies_as('staff')) and p_company not in (select internal.companies_with('contact_data'));
end $$;

-- Companies all of whose files the caller may compare, join and take in: all customers and how they are reached.
create function internal.companies_with_files() returns setof uuid
language sql stable set search_path = '' as $$
  select internal.companies_with('all_customers') intersect select internal.companies_with('contact_data')
$$;

alter table public.member_rights enable row level security;
create policy managers_read on public.member_rights for select to authenticated
  using (company_id in (select internal.companies_as('manager')));
create policy own_read on public.member_rights for select to authenticated
  using (user_id = (select internal.person()) and company_id in (select internal.companies_as('staff')));
grant select on public.member_rights to authenticated;
grant all on public.member_rights to service_role;
revoke execute on function internal.has_right, internal.rights_of, internal.hides_contacts, internal.companies_with_files from public;
