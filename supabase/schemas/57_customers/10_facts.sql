-- What the visits of a customer come to. Kept by the change feed, some seconds behind the bookings, which pay nothing for it; a night job
-- computes all of them anew. Visits are completed appointments; what they came to is the sum of those.
create table public.customer_facts (
  customer_id uuid primary key references public.customers on delete cascade,
  company_id uuid not null references public.companies on delete cascade,
  visits integer not null,
  no_shows integer not null,
  -- By the customer or the business.
  cancelled integer not null,
  spent_cents bigint not null,
  first_visit_at timestamptz,
  last_visit_at timestamptz,
  -- The soonest that is requested or confirmed.
  next_visit_at timestamptz
);
create index customer_facts_company on public.customer_facts (company_id);
alter table public.customer_facts enable row level security;
-- Whoever reads the file reads its facts.
create policy with_customer on public.customer_facts for select to authenticated using (
  company_id = any(array(select internal.companies_with('all_customers')))
  or (company_id = any(array(select internal.companies_as('staff'))) and internal.serves_customer(customer_id)));
grant select on public.customer_facts to authenticated;
grant all on public.customer_facts to service_role;

-- Computes the facts of some customers, and the words by which they are found. Who calls holds the lock of keep_customer_facts, so that no older sum comes last.
create function internal.compute_customer_facts(p_customers uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.customer_facts as kept
    (customer_id, company_id, visits, no_shows, cancelled, spent_cents, first_visit_at, last_visit_at, next_visit_at)
  select customer.id, customer.company_id,
    count(*) filter (where visit.state = 'completed'),
    count(*) filter (where visit.state = 'no_show'),
    count(*) filter (where visit.state = 'cancelled'),
    coalesce(sum(visit.total_cents) filter (where visit.state = 'completed'), 0),
    min(visit.starts_at) filter (where visit.state = 'completed'),
    max(visit.starts_at) filter (where visit.state = 'completed'),
    min(visit.starts_at) filter (where visit.state in ('requested', 'confirmed'))
  from public.customers customer left join public.appointments visit on visit.customer_id = customer.id
  where customer.id = any(p_customers)
  group by customer.id, customer.company_id
  on conflict (customer_id) do update set (visits, no_shows, cancelled, spent_cents, first_visit_at, last_visit_at, next_visit_at) =
    (excluded.visits, excluded.no_shows, excluded.cancelled, excluded.spent_cents, excluded.first_visit_at, excluded.last_visit_at,
      excluded.next_visit_at)
  where (kept.visits, kept.no_shows, kept.cancelled, kept.spent_cents, kept.first_visit_at, kept.last_visit_at, kept.next_visit_at)
    is distinct from (excluded.visits, excluded.no_shows, excluded.cancelled, excluded.spent_cents, excluded.first_visit_at,
      excluded.last_visit_at, excluded.next_visit_at);
  update public.customers customer set other_words = told.words
  from (select id, internal.other_words_of(id) as words from unnest(p_customers) one (id)) told
  where customer.id = told.id and customer.other_words <> told.words;
end $$;

-- Brings the facts of those up to date whose appointments have changed since the last call: {done, reset}, `done` changes. `reset` at the
-- first call and after a restore: then all are to be computed (compute_all_customer_facts). For the server's job only.
create function public.keep_customer_facts(p_limit integer default 500) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  fed jsonb;
begin
  if not pg_try_advisory_xact_lock(hashtext('customer_facts')) then return jsonb_build_object('done', 0, 'reset', false); end if;
  fed := public.read_feed('customer_facts', p_limit);
  perform internal.compute_customer_facts(array(
    select distinct visit.customer_id from jsonb_array_elements(fed -> 'changes') change
    join public.appointments visit on visit.id = (change ->> 'appointment_id')::uuid where visit.customer_id is not null));
  perform public.advance_feed('customer_facts', fed ->> 'from', fed ->> 'token');
  return jsonb_build_object('done', jsonb_array_length(fed -> 'changes'), 'reset', fed -> 'reset');
end $$;

-- The facts of the next `p_limit` customers after `p_after` in the order of ids: {last, done}. For the server's job only.
create function public.compute_all_customer_facts(p_after uuid default null, p_limit integer default 500) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
begin
  perform pg_advisory_xact_lock(hashtext('customer_facts'));
  ids := array(select id from public.customers where p_after is null or id > p_after order by id limit least(greatest(p_limit, 1), 2000));
  perform internal.compute_customer_facts(ids);
  return jsonb_build_object('last', ids[cardinality(ids)], 'done', cardinality(ids));
end $$;

revoke execute on function internal.compute_customer_facts, public.keep_customer_facts, public.compute_all_customer_facts from public;
grant execute on function public.keep_customer_facts, public.compute_all_customer_facts to service_role;
