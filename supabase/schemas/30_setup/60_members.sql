-- Who works in a company, with which rights, and what has changed about that.
-- Everybody sees the colleagues' names and roles. Managers remove staff and reception and say whose calendar is whose; owners change roles and rights, remove
-- anyone and hand over the company. Whoever writes: a company that is not closed keeps at least one owner (internal.keep_an_owner).
-- A company unknown to the caller and one that the caller does not work for answer alike: company_not_found.

-- Append-only. Names as they were then, so that the list outlives accounts. Managers read, verbs write.
create table public.member_events (
  id bigint generated always as identity primary key,
  company_id uuid not null references public.companies on delete cascade,
  at timestamptz not null,
  verb text not null check (verb in ('invited', 'invited_again', 'invitation_withdrawn', 'joined', 'role_changed', 'removed', 'left',
    'handed_over', 'duty_changed', 'right_given', 'right_taken')),
  actor varchar(254) not null,
  -- Whom it was about; the mail address while someone is only invited.
  subject varchar(254) not null,
  old_role public.member_role,
  new_role public.member_role,
  about_right public.member_right
);
create index member_events_company on public.member_events (company_id, id);

-- The lowest role that may invite or remove a member with this role.
create function internal.inviter_of(invited public.member_role) returns public.member_role
language sql immutable set search_path = '' as $$
  select case when invited < 'manager' then 'manager' else 'owner' end::public.member_role
$$;

-- The caller's role in a company, or null.
create function internal.role_in(p_company uuid) returns public.member_role
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select role from internal.memberships() where company_id = p_company);
end $$;

-- What a person is called: the name, else the mail address.
create function internal.person_name(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(btrim(profile.name), ''), account.email, '') from auth.users account
  left join public.profiles profile on profile.id = account.id where account.id = p_user
$$;

-- The caller's role, with the company's members locked against other verbs. Errors: company_not_found; role_not_allowed below `lowest`.
create function internal.open_company(p_company uuid, lowest public.member_role) returns public.member_role
language plpgsql set search_path = '' as $$
declare
  found_role public.member_role := internal.role_in(p_company);
begin
  if found_role is null then perform internal.fail('company_not_found'); end if;
  -- Bookings refer to the company meanwhile.
  perform from public.companies where id = p_company for no key update;
  found_role := internal.role_in(p_company);
  if found_role is null then perform internal.fail('company_not_found'); end if;
  if found_role < lowest then perform internal.fail('role_not_allowed'); end if;
  return found_role;
end $$;

create function internal.log_member(p_company uuid, p_verb text, p_subject text, p_old public.member_role, p_new public.member_role,
  p_right public.member_right default null)
returns void
language sql set search_path = '' as $$
  insert into public.member_events (company_id, at, verb, actor, subject, old_role, new_role, about_right)
  values (p_company, internal.present(), p_verb, left(internal.person_name(internal.person()), 254), left(p_subject, 254), p_old, p_new, p_right)
$$;

-- Error: last_owner. The lock makes two owners who leave at once wait for each other. A company that is being deleted is gone already.
create function internal.keep_an_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.companies where id = old.company_id and state <> 'closed' and goes_at is null for no key update;
  if found and not exists (select from public.members where company_id = old.company_id and role = 'owner') then
    perform internal.fail('last_owner');
  end if;
  return null;
end $$;
create trigger keep_an_owner_on_delete after delete on public.members for each row when (old.role = 'owner')
  execute function internal.keep_an_owner();
create trigger keep_an_owner_on_update after update on public.members for each row
  when (old.role = 'owner' and (new.role <> 'owner' or new.company_id <> old.company_id)) execute function internal.keep_an_owner();

-- The people of a company. Mail addresses, the second factor and rights are for managers and the person.
create function public.company_members(p_company uuid)
returns table (user_id uuid, name text, email text, role public.member_role, since timestamptz, second_factor boolean, self boolean,
  rights public.member_right[])
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_role constant public.member_role := internal.role_in(p_company);
  caller constant uuid := internal.person();
begin
  if caller_role is null then perform internal.fail('company_not_found'); end if;
  return query
  select member.user_id, internal.person_name(member.user_id),
    case when caller_role >= 'manager' or member.user_id = caller then account.email::text else '' end,
    member.role, member.created_at,
    case when caller_role >= 'manager' or member.user_id = caller then
      exists (select from auth.mfa_factors factor where factor.user_id = member.user_id and factor.status = 'verified') end,
    member.user_id = caller,
    case when caller_role >= 'manager' or member.user_id = caller then internal.rights_of(member) end
  from public.members member join auth.users account on account.id = member.user_id
  where member.company_id = p_company
  order by member.role desc, 2, member.user_id;
end $$;

-- Gives a member another role, with the rights that it brings and no others. For owners. `p_was` is the role that the caller has seen; null asks nothing.
-- Errors: company_not_found, role_not_allowed, member_not_found, edited_meanwhile, last_owner.
create function public.change_member_role(p_company uuid, p_user uuid, p_role public.member_role, p_was public.member_role default null)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.member_role;
begin
  perform internal.open_company(p_company, 'owner');
  select role into before from public.members where company_id = p_company and user_id = p_user;
  if before is null then perform internal.fail('member_not_found'); end if;
  if before = p_role then return; end if;
  if before <> p_was then perform internal.fail('edited_meanwhile'); end if;
  update public.members set role = p_role where company_id = p_company and user_id = p_user;
  delete from public.member_rights where company_id = p_company and user_id = p_user;
  perform internal.log_member(p_company, 'role_changed', internal.person_name(p_user), before, p_role);
end $$;

-- Gives a member some rights and takes others away, whatever the role says. For owners, about anybody but owners.
-- Errors: company_not_found, role_not_allowed, member_not_found, owner_has_all.
create function public.change_member_rights(
  p_company uuid, p_user uuid, p_given public.member_right[] default '{}', p_taken public.member_right[] default '{}')
returns void
language plpgsql security definer set search_path = '' as $$
declare
  member public.members;
  change record;
begin
  perform internal.open_company(p_company, 'owner');
  select * into member from public.members where company_id = p_company and user_id = p_user;
  if member.user_id is null then perform internal.fail('member_not_found'); end if;
  if member.role = 'owner' then perform internal.fail('owner_has_all'); end if;
  for change in
    select usual.name, usual.name = any(p_given) as given, member.role >= usual.from_role as by_role from internal.rights usual
    where (usual.name = any(p_given)) <> (usual.name = any(p_taken)) and internal.has_right(member, usual.name) <> (usual.name = any(p_given))
    order by usual.name
  loop
    delete from public.member_rights where company_id = p_company and user_id = p_user and name = change.name;
    insert into public.member_rights (company_id, user_id, name, granted)
    select p_company, p_user, change.name, change.given where change.given <> change.by_role;
    perform internal.log_member(p_company, case when change.given then 'right_given' else 'right_taken' end, internal.person_name(p_user),
      null, null, change.name);
  end loop;
end $$;

-- Removes a member, or lets the caller leave. Owners may remove anyone, managers staff and reception, everyone themselves.
-- Errors: company_not_found, role_not_allowed, member_not_found, last_owner.
create function public.remove_member(p_company uuid, p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own constant public.member_role := internal.open_company(p_company, 'staff');
  leaving constant boolean := p_user = internal.person();
  theirs public.member_role;
begin
  select role into theirs from public.members where company_id = p_company and user_id = p_user;
  if theirs is null then perform internal.fail('member_not_found'); end if;
  if not leaving and own <> 'owner' and own < internal.inviter_of(theirs) then perform internal.fail('role_not_allowed'); end if;
  delete from public.members where company_id = p_company and user_id = p_user;
  perform internal.log_member(p_company, case when leaving then 'left' else 'removed' end, internal.person_name(p_user), theirs, null);
end $$;

-- Makes another member the owner instead of the caller, who stays as a manager. Other owners stay owners.
-- Errors: company_not_found, role_not_allowed, member_not_found.
create function public.hand_over_company(p_company uuid, p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.member_role;
begin
  perform internal.open_company(p_company, 'owner');
  select role into before from public.members where company_id = p_company and user_id = p_user and user_id <> internal.person();
  if before is null then perform internal.fail('member_not_found'); end if;
  update public.members set role = 'owner' where company_id = p_company and user_id = p_user;
  delete from public.member_rights where company_id = p_company and user_id = p_user;
  update public.members set role = 'manager' where company_id = p_company and user_id = internal.person();
  perform internal.log_member(p_company, 'handed_over', internal.person_name(p_user), before, 'owner');
end $$;

-- Requires a second factor of members from this role upwards, or of nobody (null). For owners, who need one first: without their own second
-- factor in this session they would lock themselves out. Errors: company_not_found, role_not_allowed, second_factor_first.
create function public.set_second_factor_duty(p_company uuid, p_from public.member_role default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.member_role;
begin
  perform internal.open_company(p_company, 'owner');
  if p_from is not null and auth.jwt() ->> 'aal' is distinct from 'aal2' then perform internal.fail('second_factor_first'); end if;
  select from_role into before from public.second_factor_duties where company_id = p_company;
  if before is not distinct from p_from then return; end if;
  delete from public.second_factor_duties where company_id = p_company;
  insert into public.second_factor_duties (company_id, from_role) select p_company, p_from where p_from is not null;
  perform internal.log_member(p_company, 'duty_changed', '', before, p_from);
end $$;

-- The companies the caller works for with the rights there, including those that are closed until this session shows a second factor: until
-- then only name and role are visible.
create function public.own_memberships()
returns table (company_id uuid, company_name text, role public.member_role, second_factor_due boolean, rights public.member_right[])
language sql stable security definer set search_path = '' as $$
  select member.company_id, company.name, member.role,
    member.company_id not in (select counted.company_id from internal.memberships() counted),
    internal.rights_of(member)
  from public.members member join public.companies company on company.id = member.company_id
  where member.user_id = (select internal.person())
  order by member.created_at
$$;

-- Says which employees of the company a member is; others lose the link. For managers.
-- Errors: company_not_found, role_not_allowed, member_not_found, employee_not_found, employee_linked (to another member).
create function public.link_member(p_company uuid, p_user uuid, p_employees uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant uuid[] := array(select distinct unnest(p_employees));
begin
  perform internal.open_company(p_company, 'manager');
  if not exists (select from public.members where company_id = p_company and user_id = p_user) then
    perform internal.fail('member_not_found');
  end if;
  perform from public.employees employee join public.locations location on location.id = employee.location_id
  where location.company_id = p_company and (employee.id = any(wanted) or employee.user_id = p_user)
  order by employee.id for no key update of employee;
  if (select count(*) from public.employees employee join public.locations location on location.id = employee.location_id
    where employee.id = any(wanted) and location.company_id = p_company) < cardinality(wanted) then
    perform internal.fail('employee_not_found');
  end if;
  if exists (select from public.employees where id = any(wanted) and user_id <> p_user) then perform internal.fail('employee_linked'); end if;
  update public.employees employee set user_id = null from public.locations location
  where location.id = employee.location_id and location.company_id = p_company and employee.user_id = p_user
    and employee.id <> all(wanted);
  update public.employees set user_id = p_user where id = any(wanted) and user_id is null;
end $$;

alter table public.member_events enable row level security;
create policy managers_read on public.member_events for select to authenticated
  using (company_id = any(array(select internal.companies_as('manager'))));
grant select on public.member_events to authenticated;
grant all on public.member_events to service_role;
grant execute on function public.company_members, public.change_member_role, public.change_member_rights, public.remove_member, public.hand_over_company,
  public.link_member, public.set_second_factor_duty, public.own_memberships to authenticated;
