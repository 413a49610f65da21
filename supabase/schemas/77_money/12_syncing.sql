-- What the server does for accounts with a provider that is asked: it opens them there, and reads again and again how they stand.

-- Says what the provider calls an account that was just opened; the first name stays. For the server only. Answers the name that counts; null for no account.
create function public.name_account(p_account uuid, p_ref text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  known text;
begin
  update public.payment_accounts set ref = case when ref = '' then left(coalesce(p_ref, ''), 255) else ref end, sync_at = internal.present()
  where id = p_account returning ref into known;
  return known;
end $$;

-- Claims accounts whose provider is to be asked, for ten minutes: [{id, provider, ref, since: up to when it has told what has happened, or null}]; with p_company
-- those of one company, due or not. For the server only.
create function public.claim_account_syncs(p_limit integer default 20, p_company uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  claimed jsonb;
begin
  with due as (
    select account.id from public.payment_accounts account
    where account.ref <> '' and account.provider <> 'test' and case when p_company is null then account.sync_at <= present else account.company_id = p_company end
    order by account.sync_at limit least(greatest(p_limit, 1), 100) for no key update skip locked
  ), taken as (
    update public.payment_accounts account set sync_at = present + interval '10 minutes' from due where account.id = due.id returning account.*
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', taken.id, 'provider', taken.provider, 'ref', taken.ref, 'since', taken.synced_until) order by taken.id), '[]')
  into claimed from taken;
  return claimed;
end $$;

-- Reports how an account stands and up to when everything was told. The next time is tomorrow, or in an hour while the provider asks the business for
-- something, or at once when an event has come meanwhile. An account that was disconnected stays so. For the server only. Error: outcome_unknown.
create function public.finish_account_sync(p_account uuid, p_state text, p_requirements text[], p_until timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  before public.payment_accounts;
begin
  if not coalesce(p_state in ('onboarding', 'active', 'restricted'), false) then perform internal.fail('outcome_unknown'); end if;
  select * into before from public.payment_accounts where id = p_account for update;
  if before.id is null then return; end if;
  update public.payment_accounts set
    -- What never was active is not restricted: it is still being opened.
    state = case when state = 'none' or state = 'onboarding' and p_state = 'restricted' then state else p_state::public.payment_account_state end,
    requirements = coalesce((select array_agg(left(word, 200)) from unnest(p_requirements[:50]) word where word <> ''), '{}'),
    synced_until = greatest(synced_until, p_until),
    sync_at = case when sync_at <= present then sync_at when p_state = 'active' then present + interval '1 day' else present + interval '1 hour' end
  where id = p_account;
  if before.state <> 'none' and before.state::text <> p_state then
    -- Whoever shows whether one can pay does it anew.
    update public.locations set updated_at = present where company_id = before.company_id;
  end if;
end $$;

grant execute on function public.name_account, public.claim_account_syncs, public.finish_account_sync to service_role;
