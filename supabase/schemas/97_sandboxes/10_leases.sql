-- Who gets which sandbox, and for how long. All of it for the server only.

-- So many at once, leased or not.
create function internal.sandbox_places() returns integer
language sql immutable set search_path = '' as $$ select 20 $$;

create function internal.sandbox_time() returns interval
language sql immutable set search_path = '' as $$ select interval '60 minutes' $$;

create function internal.sandbox_day() returns date
language sql stable set search_path = '' as $$ select (internal.present() at time zone 'Europe/Berlin')::date $$;

-- What a visitor is told of a sandbox.
create function internal.lease_of(held internal.sandboxes) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('company_id', held.company_id, 'user_id', held.user_id, 'until', held.leased_until,
    'email', (select account.email from auth.users account where account.id = held.user_id))
$$;

-- Leases a sandbox that nobody has, the most recent first: {company_id, user_id, email, until}; null when none is free. Two at once get different ones,
-- and a browser that has one (p_key_hash: of its secret) gets the same again.
create function public.lease_sandbox(p_key_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  got internal.sandboxes;
begin
  if coalesce(p_key_hash, '') !~ '^[0-9a-f]{64}$' then perform internal.fail('secret_invalid'); end if;
  perform pg_advisory_xact_lock(hashtextextended(p_key_hash, 48));
  select held.* into got from internal.sandboxes held where held.key_hash = p_key_hash and held.leased_until > present;
  if got.company_id is not null then return internal.lease_of(got); end if;
  -- One that is over and not ended yet gives its key back.
  perform internal.end_sandbox(held.company_id) from internal.sandboxes held where held.key_hash = p_key_hash;
  update internal.sandboxes held set leased_at = present, leased_until = present + internal.sandbox_time(), key_hash = p_key_hash
  where held.company_id = (
    select free.company_id from internal.sandboxes free join public.companies company on company.id = free.company_id and company.goes_at is null
    where free.leased_at is null order by free.prepared_on desc, free.company_id limit 1 for update of free skip locked)
  returning held.* into got;
  return case when got.company_id is not null then internal.lease_of(got) end;
end $$;

-- Until when the caller tries things out; null for whoever has no sandbox, or whose time is over.
create function public.sandbox_until() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select held.leased_until from internal.sandboxes held where held.user_id = (select internal.person()) and held.leased_until > internal.present()
$$;

-- Ends the sandbox of an account: from now on it opens nothing, and the deletion of closed companies takes its rows and files. Whether it had one.
create function public.reset_sandbox(p_user uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  company uuid;
begin
  select held.company_id into company from internal.sandboxes held where held.user_id = p_user for update;
  if company is null then return false; end if;
  perform internal.end_sandbox(company);
  return true;
end $$;

-- What a deleted company leaves behind as proof is none here, and goes at once.
create function internal.end_sandbox(p_company uuid) returns void
language plpgsql set search_path = '' as $$
declare
  visitor uuid := (select held.user_id from internal.sandboxes held where held.company_id = p_company);
begin
  update public.companies set state = 'closed', goes_at = internal.present() where id = p_company and sandbox and goes_at is null;
  delete from public.agreements where company_id = p_company;
  delete from public.withdrawals where company_id = p_company;
  delete from public.company_tax_data where company_id = p_company;
  delete from public.messages where company_id = p_company or visitor is not null and recipient = (select account.email from auth.users account where account.id = visitor);
  delete from internal.sandboxes where company_id = p_company;
  delete from auth.users where id = visitor;
end $$;

-- Whether a sandbox is over: its lease, or its day without one.
create function internal.is_over(held internal.sandboxes) returns boolean
language sql stable set search_path = '' as $$
  select held.leased_until <= internal.present() or held.leased_at is null and held.prepared_on <> internal.sandbox_day()
$$;

-- Ends what is over: leases, sandboxes that nobody took on their day, and those whose account is gone; and accounts for which none was prepared, because
-- the server died meanwhile. Returns how many sandboxes are to be prepared, so that p_ready wait for visitors.
create function public.reset_sandboxes(p_ready integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  over uuid;
begin
  for over in
    select company.id from public.companies company left join internal.sandboxes held on held.company_id = company.id
    where company.sandbox and company.goes_at is null and (held.company_id is null or internal.is_over(held))
    order by company.id for update of company skip locked
  loop
    -- Whoever has got it meanwhile, or is just getting it, keeps it: the row says so only once it is locked.
    perform from internal.sandboxes held where held.company_id = over and internal.is_over(held) for update skip locked;
    continue when not found and exists (select from internal.sandboxes held where held.company_id = over);
    perform internal.end_sandbox(over);
  end loop;
  delete from auth.users account where account.email like 'demo-%@demo.invalid' and account.created_at < now() - interval '10 minutes'
    and not exists (select from internal.sandboxes held where held.user_id = account.id)
    and not exists (select from public.members member where member.user_id = account.id);
  return internal.sandboxes_wanted(p_ready);
end $$;

create function internal.sandboxes_wanted(p_ready integer) returns integer
language sql stable set search_path = '' as $$
  select greatest(least(p_ready - count(*) filter (where leased_at is null), internal.sandbox_places() - count(*)), 0)::integer from internal.sandboxes
$$;

revoke execute on function internal.sandbox_places, internal.sandbox_time, internal.sandbox_day, internal.lease_of, internal.end_sandbox, internal.is_over, internal.sandboxes_wanted,
  public.sandbox_until from public;
grant execute on function public.sandbox_until to authenticated;
grant execute on function public.lease_sandbox, public.reset_sandbox, public.reset_sandboxes to service_role;
