-- Which new reviews wait up to 48 hours for a second look, and what time changes about the rest. Nobody's device is recognised: only the network
-- that a review came from is kept, for two days.

create table internal.review_networks (
  review_id uuid primary key references public.reviews on delete cascade,
  network inet not null,
  at timestamptz not null
);
create index review_networks_network on internal.review_networks (network, at);
create index review_networks_at on internal.review_networks (at);
alter table internal.review_networks enable row level security;

-- Whether the caller's network says something: whose address is unknown shares one with everybody else, and one machine or house is no network.
create function internal.is_telling(caller internal.visitor) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return not caller.unlimited and caller.address is not null and not caller.address <<= any(array[
    '127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1', 'fc00::/7']::inet[]);
end $$;

-- Why a new review of this visit is held back; null when it is not.
--   quick: the visit was completed within ten minutes of being entered, or entered when it was over;
--   network: a member of the business was signed in from the writer's network within the last 30 days;
--   many: three reviews came from this network within a day already;
--   address: the contact given is one that the business gives for itself, or a member's number.
create function internal.reason_to_hold_back(visit public.appointments) returns text
language plpgsql stable set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  caller constant internal.visitor := internal.visitor();
begin
  if visit.created_at >= visit.ends_at or exists (select from public.appointment_events event where event.appointment_id = visit.id
      and event.verb = 'complete' and event.at < visit.created_at + interval '10 minutes') then
    return 'quick';
  end if;
  if visit.contact_email <> '' and internal.mailbox(visit.contact_email) in (
      select internal.mailbox(place.email) from public.locations place where place.company_id = visit.company_id and place.email <> ''
      union all
      select internal.mailbox(company.email) from public.companies company where company.id = visit.company_id and company.email <> '')
    or visit.contact_phone <> '' and exists (select from public.members member join public.profiles profile on profile.id = member.user_id
      where member.company_id = visit.company_id and profile.phone = visit.contact_phone) then
    return 'address';
  end if;
  if not internal.is_telling(caller) then return null; end if;
  if exists (select from auth.sessions session join public.members member on member.user_id = session.user_id
      where member.company_id = visit.company_id and coalesce(session.refreshed_at, session.updated_at) > present - interval '30 days'
        and session.ip is not null and internal.visitor_network(session.ip) = caller.network) then
    return 'network';
  end if;
  if (select count(*) from internal.review_networks other where other.network = caller.network and other.at > present - interval '1 day') >= 3 then
    return 'many';
  end if;
  return null;
end $$;

create function internal.note_network(p_review uuid) returns void
language plpgsql set search_path = '' as $$
declare
  caller constant internal.visitor := internal.visitor();
begin
  if internal.is_telling(caller) then
    insert into internal.review_networks values (p_review, caller.network, internal.present());
  end if;
end $$;

-- Publishes what was held back and nobody has removed, and corrects averages in which a review has come to count less. For the server's hourly job,
-- hence 47 hours: nothing waits longer than 48. A location that somebody is booking at waits for the next call. Returns at how many locations something
-- changed.
create function public.tend_reviews(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  place uuid;
  tended integer := 0;
begin
  for place in
    select distinct due.location_id from (
      (select review.location_id from public.reviews review
        where review.state = 'held_back' and review.created_at <= present - interval '47 hours' limit p_limit)
      union all
      (select sums.location_id from (
        select review.location_id, round(sum(review.rating * weight) / sum(weight), 2) as average
        from public.reviews review cross join lateral internal.review_weight(review.created_at, present) weight
        where review.state in ('published', 'reported') group by review.location_id) sums
      join public.locations location on location.id = sums.location_id where location.rating_average <> sums.average limit p_limit)) due
    order by 1
  loop
    continue when not pg_try_advisory_xact_lock(hashtextextended(place::text, 43));
    update public.reviews set state = 'published', hold_reason = null
    where location_id = place and state = 'held_back' and created_at <= present - interval '47 hours';
    perform internal.rate_location(place);
    tended := tended + 1;
  end loop;
  return tended;
end $$;

-- For the server's nightly job (85_accounts/60_retention).
create function internal.forget_review_networks(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from internal.review_networks where review_id in (
    select review_id from internal.review_networks where at < internal.kept_since('review_networks') order by at limit p_limit
    for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke execute on function internal.is_telling, internal.reason_to_hold_back, internal.note_network, public.tend_reviews, internal.forget_review_networks from public;
grant execute on function public.tend_reviews to service_role;
