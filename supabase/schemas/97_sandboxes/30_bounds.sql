-- What a sandbox must not do, however it is asked: nothing of it reaches anybody, its account stays as it is, and it does not grow.

-- Its messages are kept to be read (Posteingang) and never leave: those of the company, and those to the account.
create function internal.keep_in_sandbox() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.companies company where company.id = new.company_id and company.sandbox) or exists (
    select from auth.users account join internal.sandboxes held on held.user_id = account.id where account.email = lower(new.recipient)) then
    new.state := 'skipped';
    new.last_error := 'sandbox';
  end if;
  return new;
end $$;
create trigger keep_in_sandbox_made before insert on public.messages for each row when (new.state in ('queued', 'sending'))
  execute function internal.keep_in_sandbox();
create trigger keep_in_sandbox_again before update of state on public.messages for each row when (new.state in ('queued', 'sending'))
  execute function internal.keep_in_sandbox();

-- What its visitor cannot do at all. Error: not_in_demo.
create function internal.refuse_in_sandbox() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if internal.own_sandbox() is not null then perform internal.fail('not_in_demo'); end if;
  return new;
end $$;
create trigger refuse_in_sandbox before insert on public.companies for each row execute function internal.refuse_in_sandbox();
create trigger refuse_in_sandbox_closing before update of goes_at on public.companies for each row when (new.goes_at is not null)
  execute function internal.refuse_in_sandbox();
create trigger refuse_in_sandbox before insert on public.invitations for each row execute function internal.refuse_in_sandbox();
create trigger refuse_in_sandbox before insert on public.second_factor_duties for each row execute function internal.refuse_in_sandbox();
create trigger refuse_in_sandbox before insert on public.search_orders for each row execute function internal.refuse_in_sandbox();
create trigger refuse_in_sandbox before insert on public.transfers for each row execute function internal.refuse_in_sandbox();
create trigger refuse_in_sandbox before insert on public.imports for each row execute function internal.refuse_in_sandbox();
create trigger refuse_in_sandbox before insert on internal.account_deletions for each row execute function internal.refuse_in_sandbox();
create trigger refuse_in_sandbox before insert on internal.partners for each row execute function internal.refuse_in_sandbox();

-- Its visitor books there and nowhere else. Error: not_in_demo.
create function internal.stay_in_sandbox() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  own constant uuid := internal.own_sandbox();
begin
  if own is not null and own is distinct from (select place.company_id from public.locations place where place.id = coalesce(
    (to_jsonb(new) ->> 'location_id')::uuid, (select event.location_id from public.events event where event.id = (to_jsonb(new) ->> 'event_id')::uuid))) then
    perform internal.fail('not_in_demo');
  end if;
  return new;
end $$;
create trigger stay_in_sandbox before insert on public.holds for each row execute function internal.stay_in_sandbox();
create trigger stay_in_sandbox before insert on public.appointments for each row execute function internal.stay_in_sandbox();
create trigger stay_in_sandbox before insert on public.event_waits for each row execute function internal.stay_in_sandbox();
create trigger stay_in_sandbox before insert on public.favourites for each row execute function internal.stay_in_sandbox();

-- Nor does a job answer search orders for it. Error: not_in_demo.
create function internal.refuse_offer_of_sandbox() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.companies company where company.id = new.company_id and company.sandbox) then perform internal.fail('not_in_demo'); end if;
  return new;
end $$;
create trigger refuse_of_sandbox before insert on public.offers for each row execute function internal.refuse_offer_of_sandbox();

-- A sandbox has one member, and this account is a member of nothing else. Error: not_in_demo.
create function internal.check_sandbox_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.companies company where company.id = new.company_id and company.sandbox and not exists (
      select from internal.sandboxes held where held.company_id = company.id and held.user_id = new.user_id))
    or exists (select from internal.sandboxes held where held.user_id = new.user_id and held.company_id <> new.company_id) then
    perform internal.fail('not_in_demo');
  end if;
  return new;
end $$;
create trigger check_sandbox before insert or update of user_id, company_id on public.members for each row execute function internal.check_sandbox_member();

-- Address, number and password of its account stay, also for the auth service. Error: not_in_demo.
create function internal.keep_sandbox_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from internal.sandboxes held where held.user_id = new.id) then perform internal.fail('not_in_demo'); end if;
  return new;
end $$;
create trigger keep_sandbox_account before update of email, phone, encrypted_password, email_change, phone_change on auth.users for each row
  when (old.email is distinct from new.email or old.phone is distinct from new.phone or old.encrypted_password is distinct from new.encrypted_password
    or coalesce(new.email_change, '') <> '' or coalesce(new.phone_change, '') <> '')
  execute function internal.keep_sandbox_account();

create function internal.refuse_sandbox_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from internal.sandboxes held where held.user_id = new.user_id) then perform internal.fail('not_in_demo'); end if;
  return new;
end $$;
create trigger refuse_sandbox before insert on auth.mfa_factors for each row execute function internal.refuse_sandbox_factor();

-- Files of a sandbox: 5 MB in all. Error: demo_full.
create function internal.sandbox_bytes() returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum((kept.metadata ->> 'size')::bigint), 0)::bigint from storage.objects kept
  where kept.bucket_id in ('location-images', 'location-image-sources', 'customer-files') and split_part(kept.name, '/', 1) in (
    select internal.own_sandbox()::text union all select place.id::text from public.locations place where place.company_id = internal.own_sandbox())
$$;

-- Of two that come at once the second waits, and counts the first.
create function internal.has_room(p_metadata jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  own constant uuid := internal.own_sandbox();
begin
  if own is null then return true; end if;
  perform pg_advisory_xact_lock(hashtextextended(own::text, 97));
  return internal.sandbox_bytes() + coalesce((p_metadata ->> 'size')::bigint, 0) <= 5242880;
end $$;
create policy room_in_sandbox on storage.objects as restrictive for insert to authenticated with check (internal.has_room(metadata));
-- What replaces a file counts beside it: a small one must not grow.
create policy room_in_sandbox_again on storage.objects as restrictive for update to authenticated using (true) with check (internal.has_room(metadata));

create function internal.check_sandbox_room() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.company_id = internal.own_sandbox() then
    perform pg_advisory_xact_lock(hashtextextended(new.company_id::text, 97));
    if (select coalesce(sum(file.bytes), 0) + new.bytes > 5242880 from public.customer_files file where file.company_id = new.company_id) then
      perform internal.fail('demo_full');
    end if;
  end if;
  return new;
end $$;
create trigger check_sandbox_room before insert on public.customer_files for each row execute function internal.check_sandbox_room();

revoke execute on function internal.keep_in_sandbox, internal.refuse_in_sandbox, internal.stay_in_sandbox, internal.refuse_offer_of_sandbox, internal.check_sandbox_member,
  internal.keep_sandbox_account, internal.refuse_sandbox_factor, internal.sandbox_bytes, internal.has_room, internal.check_sandbox_room from public;
grant execute on function internal.has_room to authenticated;
