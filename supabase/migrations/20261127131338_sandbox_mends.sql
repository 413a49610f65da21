-- What is booked, sent and uploaded in a sandbox limits nobody else, also with many at once; a suspended partner does not come back.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.check_sandbox_room()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.company_id = internal.own_sandbox() then
    perform pg_advisory_xact_lock(hashtextextended(new.company_id::text, 97));
    if (select coalesce(sum(file.bytes), 0) + new.bytes > 5242880 from public.customer_files file where file.company_id = new.company_id) then
      perform internal.fail('demo_full');
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.count_of(budget internal.budget, p_sandbox uuid)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when p_sandbox is not null and split_part(budget.subject, ' ', 1) in ('booking', 'bookings', 'move', 'notices', 'mails')
    then 'in sandbox ' || p_sandbox || ' ' else '' end || budget.subject || ' in ' || budget.seconds;
end $function$;

CREATE OR REPLACE FUNCTION internal.has_room(p_metadata jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own constant uuid := internal.own_sandbox();
begin
  if own is null then return true; end if;
  perform pg_advisory_xact_lock(hashtextextended(own::text, 97));
  return internal.sandbox_bytes() + coalesce((p_metadata ->> 'size')::bigint, 0) <= 5242880;
end $function$;

CREATE OR REPLACE FUNCTION internal.is_over(held internal.sandboxes)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select held.leased_until <= internal.present() or held.leased_at is null and held.prepared_on <> internal.sandbox_day()
$function$;

CREATE OR REPLACE FUNCTION internal.is_partner_shut(p_person uuid, p_company uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with people as (
    select p_person as id where p_person is not null
    union select member.user_id from public.members member where member.company_id = p_company and member.role = 'owner'
  )
  select exists (
    select from internal.partners partner where partner.state = 'suspended'
      and case when p_company is null then partner.user_id is distinct from p_person else partner.company_id is distinct from p_company end
      and (partner.user_id in (select id from people) or partner.company_id in (
        select member.company_id from public.members member join people on people.id = member.user_id where member.role = 'owner')))
$function$;

CREATE OR REPLACE FUNCTION internal.refuse_hold(visitor internal.visitor, p_person uuid, p_employee uuid, p_day date, p_minutes integer, p_present timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  code text;
begin
  if visitor.unlimited or internal.own_sandbox() is not null then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended(visitor.network::text, 45));
  -- Mostly there is nothing to count.
  perform from internal.hold_budget where network = visitor.network;
  if not found and (p_person is null or not exists (select from internal.hold_budget where user_id = p_person)) then return null; end if;
  select case
    when used.mine >= 6 * used.share or used.near >= 30 * used.share then 'too_many_holds_here'
    when used.mine_here >= 2 * used.share then 'too_many_holds_of_day'
    when used.near_here > 0 and (
      select used.mine_here > 0 and used.my_minutes + p_minutes > sum(upper(piece) - lower(piece)) * 0.25
        or used.near_minutes + p_minutes > sum(upper(piece) - lower(piece)) * 0.5
      from internal.free_days known cross join unnest(known.work) piece where known.employee_id = p_employee and known.day = p_day)
      then 'too_many_holds_of_day'
    when used.lapsed >= 3 * used.share and used.recent >= used.share or used.begun >= 20 * used.share or used.begun_near >= 60 * used.share
      then 'holds_too_fast' end
  into code
  from (
    select internal.hold_share(p_person) as share,
      count(*) filter (where live and first and mine) as mine, count(*) filter (where live and first and near) as near,
      count(*) filter (where live and here and mine) as mine_here, count(*) filter (where live and here) as near_here,
      sum(minutes) filter (where live and here and mine) as my_minutes, sum(minutes) filter (where live and here) as near_minutes,
      count(*) filter (where not live and not released and first and mine) as lapsed,
      count(*) filter (where recent and not released and mine) as recent,
      count(*) filter (where recent and mine) as begun, count(*) filter (where recent and near) as begun_near
    from (
      select minutes, first, released, first and created_at > p_present - interval '1 minute' as recent,
        internal.is_live(expires_at, p_present) and not released as live, employee_id = p_employee and day = p_day as here,
        network = visitor.network as near, address = coalesce(visitor.address, visitor.network) or coalesce(user_id = p_person, false) as mine
      from internal.hold_budget
      where (network = visitor.network or user_id = p_person) and expires_at > p_present - interval '1 hour') one) used;
  if code is null then return null; end if;
  return internal.refuse_until(code, p_present, internal.budget_again(code, visitor, p_person, p_employee, p_day, p_present));
end $function$;

CREATE OR REPLACE FUNCTION internal.spend(p_budgets internal.budget[], p_used integer DEFAULT 1)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  sandbox constant uuid := internal.own_sandbox();
  over text;
begin
  with taken as (
    insert into internal.mail_counts as counted (subject, window_start, used, ends_at)
    select internal.count_of(budget, sandbox), start.at, p_used, start.at + make_interval(secs => budget.seconds)
    from unnest(p_budgets) budget
    cross join lateral (select to_timestamp(floor(extract(epoch from present) / budget.seconds) * budget.seconds) as at) start
    order by 1
    on conflict (subject, window_start) do update set used = counted.used + p_used
    returning subject, used
  )
  select budget.subject into over from unnest(p_budgets) budget
  join taken on taken.subject = internal.count_of(budget, sandbox)
  where taken.used > budget.most order by budget.subject limit 1;
  return over;
end $function$;

CREATE OR REPLACE FUNCTION internal.write_hold(hold public.holds, planned internal.planned_line[], visitor internal.visitor, p_zone text, p_counted boolean, p_payable boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not p_counted and exists (select from public.holds other where other.secret_hash = hold.secret_hash) then return null; end if;
  if not internal.occupy(hold.id, 'line', internal.takings(planned), hold.expires_at) then return null; end if;
  hold.released := false;
  select min(line.starts_at), max(line.ends_at), sum(line.price_cents), jsonb_agg(internal.line_json(line) order by line."position")
  into hold.starts_at, hold.ends_at, hold.total_cents, hold.lines from unnest(planned) line;
  if p_payable then hold.terms := internal.terms_of(hold.company_id, hold.location_id, planned); end if;
  insert into public.holds values (hold.*) on conflict (idempotency_key) where idempotency_key is not null do nothing;
  if not found then perform internal.fail('key_used'); end if;
  if not visitor.unlimited and internal.own_sandbox() is null then
    insert into internal.hold_budget
    select hold.id, line.employee_id, (line.starts_at at time zone p_zone)::date, sum(extract(epoch from line.ends_at - line.starts_at)) / 60,
      row_number() over () = 1, visitor.network, coalesce(visitor.address, visitor.network), hold.user_id, hold.created_at, hold.expires_at
    from unnest(planned) line group by 2, 3;
  end if;
  return internal.hold_json(hold);
end $function$;

CREATE OR REPLACE FUNCTION public.join_partners(p_terms text, p_company uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  present constant timestamptz := internal.present();
  terms constant public.agreement_texts := public.current_partner_terms();
  own uuid;
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  if p_terms is distinct from terms.hash then perform internal.fail('agreement_outdated'); end if;
  if p_company is not null then
    perform internal.open_company(p_company, 'owner');
    if not (select internal.takes_part(company) from public.companies company where company.id = p_company) then
      perform internal.fail('company_closed');
    end if;
  end if;
  if internal.is_partner_shut(caller, p_company) then perform internal.fail('partner_shut'); end if;
  -- Of two at once the second finds the first. A code that is taken, which is next to impossible, is drawn again.
  perform pg_advisory_xact_lock(hashtextextended(coalesce(p_company, caller)::text, 88));
  loop
    update internal.partners set terms_version = terms.version, terms_accepted_at = present,
      state = case when state = 'left' then 'active' else state end
    where case when p_company is null then user_id = caller else company_id = p_company end
    returning id into own;
    if own is not null then return own; end if;
    insert into internal.partners (user_id, company_id, code, terms_version, terms_accepted_at, joined_at)
    values (case when p_company is null then caller end, p_company, internal.new_partner_code(), terms.version, present, present)
    on conflict do nothing returning id into own;
    if own is not null then return own; end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.reset_sandboxes(p_ready integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE TRIGGER refuse_in_sandbox BEFORE INSERT ON internal.partners FOR EACH ROW EXECUTE FUNCTION internal.refuse_in_sandbox();

REVOKE ALL ON FUNCTION "internal"."count_of"(internal.budget, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_over"(internal.sandboxes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."is_partner_shut"(uuid, uuid) FROM PUBLIC;
