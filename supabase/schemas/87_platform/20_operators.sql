-- Who runs the platform. Operators have no grant on any table: they work through the verbs whose names begin with `operator_`, and `decide_report`. Each
-- asks internal.as_operator first, which wants a second factor from everybody and writes down who did what. Seeing data of a person takes a reason.

-- support reads and answers; moderator also decides about content; admin also suspends companies.
create table internal.operators (
  user_id uuid primary key references auth.users on delete cascade,
  role text not null constraint operators_role check (role in ('support', 'moderator', 'admin')),
  created_at timestamptz not null default now()
);
alter table internal.operators enable row level security;

create table internal.operator_log (
  id bigint generated always as identity primary key,
  -- Null once the account is gone; the name stays.
  who uuid references auth.users on delete set null,
  name text not null check (length(name) <= 254),
  verb text not null check (length(verb) <= 60),
  -- What it was about: a kind and an id.
  target text not null check (length(target) <= 100),
  company_id uuid references public.companies on delete set null,
  reason text not null check (length(reason) <= 500),
  at timestamptz not null
);
create index operator_log_company on internal.operator_log (company_id, at desc) where company_id is not null;
create index operator_log_age on internal.operator_log (at);
create index operator_log_who on internal.operator_log (who, at desc);
alter table internal.operator_log enable row level security;

-- The caller's role, whether their second factor has been shown, and what waits for an operator, which nobody learns before that: {role, second_factor,
-- reports, tickets}; null for everybody who is no operator.
create function public.operator_self() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('role', own.role, 'second_factor', shown.shown,
      'reports', case when shown.shown then (select count(*) from internal.content_reports where state = 'open') else 0 end,
      'tickets', case when shown.shown then (select count(*) from public.tickets where state = 'open') else 0 end)
    from internal.operators own, lateral (select auth.jwt() ->> 'aal' is not distinct from 'aal2') shown (shown)
    where own.user_id = internal.person());
end $$;

-- Lets an operator of this role or a higher one go on, and logs it; looking at the same again within five minutes is one line. Returns who it is.
-- Errors: operator_only (also without the second factor), reason_missing and reason_too_long (only where p_reason is given).
create function internal.as_operator(p_role text, p_verb text, p_target text default '', p_company uuid default null, p_reason text default null)
returns uuid
language plpgsql set search_path = '' as $$
declare
  caller constant uuid := internal.person();
  present constant timestamptz := internal.present();
  reason constant text := internal.clean_words(p_reason);
  ranks constant text[] := '{support,moderator,admin}';
  own constant text := (select role from internal.operators where user_id = caller);
begin
  if own is null or auth.jwt() ->> 'aal' is distinct from 'aal2' or array_position(ranks, own) < array_position(ranks, p_role) then
    perform internal.fail('operator_only');
  end if;
  if p_reason is not null and reason = '' then perform internal.fail('reason_missing'); end if;
  if length(reason) > 500 then perform internal.fail('reason_too_long'); end if;
  if p_reason is not null or not exists (select from internal.operator_log earlier where earlier.who = caller and earlier.verb = p_verb
      and earlier.target = p_target and earlier.at > present - interval '5 minutes') then
    insert into internal.operator_log (who, name, verb, target, company_id, reason, at)
    select caller, account.email, p_verb, left(p_target, 100), (select id from public.companies where id = p_company), reason, present
    from auth.users account where account.id = caller;
  end if;
  return caller;
end $$;

-- Makes the account with this confirmed address an operator, changes the role, or with null takes it away. `npm run operator`; for the server only.
-- Errors: account_not_found, role_unknown.
create function public.appoint_operator(p_email text, p_role text default 'admin') returns void
language plpgsql security definer set search_path = '' as $$
declare
  account constant uuid := (select id from auth.users where lower(email) = lower(btrim(p_email)) and email_confirmed_at is not null and deleted_at is null);
begin
  if account is null then perform internal.fail('account_not_found'); end if;
  if p_role is null then
    delete from internal.operators where user_id = account;
  elsif p_role not in ('support', 'moderator', 'admin') then
    perform internal.fail('role_unknown');
  else
    insert into internal.operators (user_id, role) values (account, p_role) on conflict (user_id) do update set role = excluded.role;
  end if;
  insert into internal.operator_log (name, verb, target, reason, at)
  values ('npm run operator', 'appoint_operator', 'account ' || account, coalesce(p_role, 'none'), internal.present());
end $$;

-- The log, newest first, fifty a page: {more, rows: [{at, name, verb, target, company, reason}]}. Errors: operator_only.
create function public.operator_log(p_page integer default 1) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  page constant integer := least(greatest(coalesce(p_page, 1), 1), 10000);
begin
  perform internal.as_operator('support', 'read_log');
  return (
    with found as (
      select line.id, line.at, line.name, line.verb, line.target, company.name as company, line.reason
      from internal.operator_log line left join public.companies company on company.id = line.company_id
      order by line.id desc offset (page - 1) * 50 limit 51)
    select jsonb_build_object('more', count(*) > 50, 'rows', coalesce(jsonb_agg(to_jsonb(shown) - 'id' order by shown.id desc)
      filter (where shown.place <= 50), '[]'))
    from (select *, row_number() over (order by id desc) as place from found) shown);
end $$;

-- What operators have looked at or done in a company, for its owners: the newest two hundred, without who it was. Error: company_not_found.
create function public.operator_looks(p_company uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_company is null or internal.role_in(p_company) is distinct from 'owner' then perform internal.fail('company_not_found'); end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('at', line.at, 'verb', line.verb, 'reason', line.reason) order by line.id desc), '[]')
    from (select * from internal.operator_log where company_id = p_company order by at desc limit 200) line);
end $$;

-- For the server's nightly job (85_accounts/60_retention).
create function internal.forget_operator_log(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from internal.operator_log where id in (
    select id from internal.operator_log where at < internal.kept_since('operator_log') order by at limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke execute on function internal.as_operator, internal.forget_operator_log, public.operator_self, public.appoint_operator, public.operator_log,
  public.operator_looks from public;
grant execute on function public.operator_self, public.operator_log, public.operator_looks to authenticated;
grant execute on function public.appoint_operator to service_role;
