-- Invitations into a company, by mail. The invitation names the role; only members can become owners (30_setup/60_members.sql).
-- The mail carries a secret; only its SHA-256 is stored, and each mail has its own. An invitation is for one mail address:
-- whoever accepts is signed in with it, confirmed. Managers invite staff and reception; owners invite managers too.
-- Kept after it was accepted, so that a second click on the link still works; after 90 days the next invitation deletes it.

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  -- In small letters, as the auth service keeps addresses.
  email varchar(254) not null check (email = lower(email) and internal.is_address(email)),
  role public.member_role not null check (role <> 'owner'),
  -- Whose calendar it will be.
  employee_id uuid references public.employees on delete set null,
  invited_by varchar(254) not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now()
);
create unique index invitations_open on public.invitations (company_id, email) where accepted_at is null;
create index invitations_employee on public.invitations (employee_id) where employee_id is not null;
create index invitations_accepted_by on public.invitations (accepted_by) where accepted_by is not null;

create table public.invitation_links (
  secret_hash bytea primary key check (length(secret_hash) = 32),
  invitation_id uuid not null references public.invitations on delete cascade,
  created_at timestamptz not null default now()
);
create index invitation_links_invitation on public.invitation_links (invitation_id);

-- Orders the mail and notes it. Only a company that is open to everybody sends invitations, and not often (80_messages/20_mail_limits). The names in the mail
-- contain no links and the like.
-- Errors: company_inactive, not_published, resend_too_soon, too_many_invitations.
create function internal.mail_invitation(invitation public.invitations, p_verb text) returns void
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
begin
  if exists (select from public.companies where id = invitation.company_id and state <> 'active') then
    perform internal.fail('company_inactive');
  end if;
  if not internal.has_published_location(invitation.company_id) then perform internal.fail('not_published'); end if;
  insert into public.messages (company_id, kind, audience, recipient, expires_at, payload, next_attempt_at)
  select invitation.company_id, 'member_invited', 'business', invitation.email, invitation.expires_at, jsonb_build_object(
    'invitation_id', invitation.id, 'role', invitation.role,
    'invited_by', internal.neutral_name(invitation.invited_by, 'Die Leitung'), 'expires_at', invitation.expires_at,
    'company', jsonb_build_object('name', internal.neutral(company.name, 'Ein Unternehmen'), 'legal_name',
      internal.neutral(company.legal_name, ''), 'street', internal.neutral(company.street, ''), 'postal_code', company.postal_code,
      'city', internal.neutral(company.city, ''), 'email', company.email)), present
  from public.companies company where company.id = invitation.company_id;
  perform internal.log_member(invitation.company_id, p_verb, invitation.email, null, invitation.role);
  perform internal.spend_invitation(invitation.company_id, invitation.email);
end $$;

-- Whether the caller may invite somebody with this role: nobody gives a role whose rights they lack. Errors: company_not_found, role_not_allowed.
create function internal.open_inviting(p_company uuid, p_role public.member_role) returns void
language plpgsql set search_path = '' as $$
begin
  perform internal.open_company(p_company, internal.inviter_of(p_role));
  if exists (select from internal.rights usual
    where usual.from_role <= p_role and p_company not in (select internal.companies_with(usual.name))) then
    perform internal.fail('role_not_allowed');
  end if;
end $$;

-- An open invitation of a company in which the caller may invite this role, locked. Errors: invitation_not_found, role_not_allowed.
create function internal.open_invitation(p_invitation uuid) returns public.invitations
language plpgsql set search_path = '' as $$
declare
  invitation public.invitations;
begin
  select * into invitation from public.invitations where id = p_invitation and accepted_at is null;
  if invitation.id is null or internal.role_in(invitation.company_id) is null then perform internal.fail('invitation_not_found'); end if;
  perform internal.open_inviting(invitation.company_id, invitation.role);
  select * into invitation from public.invitations where id = p_invitation and accepted_at is null for update;
  if invitation.id is null then perform internal.fail('invitation_not_found'); end if;
  return invitation;
end $$;

-- Invites a mail address with a role, for seven days; an invitation that has lapsed is renewed.
-- Errors: company_not_found, role_not_allowed, email_invalid, already_member, already_invited, employee_not_found, employee_linked,
-- company_inactive, not_published, resend_too_soon, too_many_invitations.
create function public.invite_member(p_company uuid, p_email text, p_role public.member_role, p_employee uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  address constant text := lower(btrim(coalesce(p_email, '')));
  employee record;
  invitation public.invitations;
begin
  perform internal.open_inviting(p_company, p_role);
  if p_role is null or p_role = 'owner' then perform internal.fail('role_not_allowed'); end if;
  if not internal.is_address(address) then perform internal.fail('email_invalid'); end if;
  if exists (select from public.members member join auth.users account on account.id = member.user_id
    where member.company_id = p_company and account.email = address) then
    perform internal.fail('already_member');
  end if;
  if p_employee is not null then
    select other.user_id into employee from public.employees other join public.locations location on location.id = other.location_id
    where other.id = p_employee and location.company_id = p_company and not other.archived;
    if not found then perform internal.fail('employee_not_found'); end if;
    if employee.user_id is not null then perform internal.fail('employee_linked'); end if;
  end if;
  delete from public.invitations where company_id = p_company and accepted_at < present - interval '90 days';
  delete from public.invitations where company_id = p_company and email = address and accepted_at is null and expires_at <= present;
  insert into public.invitations (company_id, email, role, employee_id, invited_by, expires_at)
  values (p_company, address, p_role, p_employee, left(internal.person_name(internal.person()), 254), present + interval '7 days')
  on conflict (company_id, email) where accepted_at is null do nothing returning * into invitation;
  if invitation.id is null then perform internal.fail('already_invited'); end if;
  perform internal.mail_invitation(invitation, 'invited');
  return invitation.id;
end $$;

-- Sends the mail once more, with seven new days. Errors: invitation_not_found, role_not_allowed, company_inactive, not_published,
-- resend_too_soon, too_many_invitations.
create function public.resend_invitation(p_invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.invitations := internal.open_invitation(p_invitation);
begin
  update public.invitations
  set expires_at = internal.present() + interval '7 days', invited_by = left(internal.person_name(internal.person()), 254)
  where id = p_invitation returning * into invitation;
  perform internal.mail_invitation(invitation, 'invited_again');
end $$;

-- Takes an invitation back: its links are dead, a mail not yet sent stays here. Errors: invitation_not_found, role_not_allowed.
create function public.withdraw_invitation(p_invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invitation constant public.invitations := internal.open_invitation(p_invitation);
begin
  delete from public.messages where company_id = invitation.company_id and kind = 'member_invited' and sent_at is null
    and payload ->> 'invitation_id' = p_invitation::text;
  delete from public.invitations where id = p_invitation;
  perform internal.log_member(invitation.company_id, 'invitation_withdrawn', invitation.email, invitation.role, null);
end $$;

-- What the link of the mail opens; no row when there is no such invitation. Only those who have the mail
-- are told whether its address has an account; an account with an unconfirmed address does not count.
create function public.get_invitation(p_secret text)
returns table (company_name text, email text, role public.member_role, invited_by text, expires_at timestamptz, state text, has_account boolean)
language sql stable security definer set search_path = '' as $$
  select company.name, invitation.email::text, invitation.role, invitation.invited_by::text, invitation.expires_at,
    case when invitation.accepted_at is not null then 'accepted' when invitation.expires_at <= internal.present() then 'expired'
      else 'open' end,
    exists (select from auth.users account where account.email = invitation.email and account.email_confirmed_at is not null)
  from public.invitation_links link
  join public.invitations invitation on invitation.id = link.invitation_id
  join public.companies company on company.id = invitation.company_id
  where link.secret_hash = sha256(convert_to(p_secret, 'UTF8')) and company.state <> 'closed'
$$;

-- Makes the caller a member, with the role of the invitation and the calendar named there, and gives the company. A member already
-- keeps the role. A repetition by the same member gives the same answer.
-- Errors: not_signed_in, invitation_not_found, invitation_for_other (another address, or not confirmed), invitation_expired.
create function public.accept_invitation(p_secret text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := internal.person();
  invitation public.invitations;
  added boolean;
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  select found_one.* into invitation from public.invitations found_one
  join public.invitation_links link on link.invitation_id = found_one.id
  join public.companies company on company.id = found_one.company_id
  where link.secret_hash = sha256(convert_to(p_secret, 'UTF8')) and company.state <> 'closed';
  if invitation.id is null then perform internal.fail('invitation_not_found'); end if;
  perform from public.companies where id = invitation.company_id for no key update;
  select * into invitation from public.invitations where id = invitation.id for update;
  if invitation.id is null then perform internal.fail('invitation_not_found'); end if;
  if not exists (select from auth.users account
    where account.id = caller and account.email = invitation.email and account.email_confirmed_at is not null) then
    perform internal.fail('invitation_for_other');
  end if;
  if invitation.accepted_at is not null then
    if invitation.accepted_by = caller
      and exists (select from public.members where company_id = invitation.company_id and user_id = caller) then
      return invitation.company_id;
    end if;
    perform internal.fail('invitation_not_found');
  end if;
  if invitation.expires_at <= internal.present() then perform internal.fail('invitation_expired'); end if;
  insert into public.members (company_id, user_id, role) values (invitation.company_id, caller, invitation.role) on conflict do nothing;
  added := found;
  update public.employees employee set user_id = caller from public.locations location
  where employee.id = invitation.employee_id and location.id = employee.location_id and location.company_id = invitation.company_id
    and employee.user_id is null and not employee.archived;
  update public.invitations set accepted_at = internal.present(), accepted_by = caller where id = invitation.id;
  if added then
    perform internal.log_member(invitation.company_id, 'joined', internal.person_name(caller), null, invitation.role);
  end if;
  return invitation.company_id;
end $$;

-- Keeps the hash of a mail's secret. Error: invitation_not_found. For the server only.
create function public.issue_invitation_link(p_invitation uuid, p_secret_hash text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(p_secret_hash, '') !~ '^[0-9a-f]{64}$' then perform internal.fail('secret_invalid'); end if;
  insert into public.invitation_links (secret_hash, invitation_id)
  select decode(p_secret_hash, 'hex'), id from public.invitations where id = p_invitation and accepted_at is null;
  if not found then perform internal.fail('invitation_not_found'); end if;
end $$;

alter table public.invitations enable row level security;
alter table public.invitation_links enable row level security;
create policy managers_read on public.invitations for select to authenticated
  using (company_id = any(array(select internal.companies_as('manager'))));
grant select on public.invitations to authenticated;
grant all on public.invitations, public.invitation_links to service_role;
grant execute on function public.invite_member, public.resend_invitation, public.withdraw_invitation, public.accept_invitation
  to authenticated;
grant execute on function public.get_invitation to anon, authenticated;
grant execute on function public.issue_invitation_link to service_role;
