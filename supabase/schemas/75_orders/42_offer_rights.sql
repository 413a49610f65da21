-- Who of a business may answer an order. Answering enters a time into a calendar, so it needs the right `book`; without all calendars a member offers
-- only their own time.

-- The locations at which the caller may answer orders: listed ones.
create function internal.locations_to_offer() returns setof uuid
language sql stable security definer set search_path = '' rows 1 as $$
  select place.id from internal.companies_with('book') company
  join public.companies business on business.id = company and business.state = 'active' and not business.sandbox
  join public.locations place on place.company_id = company and place.state = 'published'
$$;

-- The employees whose time the caller may offer at a location; null: everybody's.
create function internal.employees_to_offer(p_location uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  if p_location in (select internal.locations_with('all_calendars')) then return null; end if;
  return array(select person.id from public.employees person
    where person.location_id = p_location and person.active and person.id in (select internal.own_employees()));
end $$;

-- An offer of the caller's, with its order and location locked in this order; without all calendars only one of their own time alone.
-- Error: offer_not_found.
create function internal.open_offer(p_offer uuid) returns public.offers
language plpgsql set search_path = '' as $$
declare
  found public.offers;
begin
  select * into found from public.offers where id = p_offer;
  if found.id is null or not internal.may_change_offer(found) then perform internal.fail('offer_not_found'); end if;
  perform internal.lock_order(found.order_id);
  perform internal.lock_location(found.location_id, true);
  select * into found from public.offers where id = p_offer for update;
  if found.id is null then perform internal.fail('offer_not_found'); end if;
  return found;
end $$;

create function internal.may_change_offer(offer public.offers) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return offer.location_id in (select internal.locations_with('book')) and (offer.location_id in (select internal.locations_with('all_calendars'))
    or offer.employee_ids <@ array(select internal.own_employees()));
end $$;

-- The state of an offer as of now: one whose time is over counts as expired before a job has written so.
create function internal.offer_state(offer public.offers) returns public.offer_state
language plpgsql stable set search_path = '' as $$
begin
  return case when offer.state = 'sent' and offer.expires_at <= internal.present() then 'expired' else offer.state end;
end $$;

revoke execute on function internal.offer_state, internal.locations_to_offer, internal.employees_to_offer, internal.open_offer, internal.may_change_offer from public;
