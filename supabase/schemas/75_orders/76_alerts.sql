-- "Sagen Sie mir Bescheid": a search that found nothing, kept open. Nothing is held for it. Times within two days are told at once, others once a day, each once;
-- nothing from 21 to 8 o'clock.

-- Asks for an alert. p_draft: category, place_label, latitude, longitude, city_id, radius_km, windows, budget_cents, as for internal.fill_order. Answers
-- {id, state: open | mail}. Errors: secret_missing, category_not_found, place_missing, window_missing, consent_missing, too_often, too_many_alerts (accounts),
-- those of internal.fill_order and internal.clean_contact.
create function public.ask_for_alert(p_draft jsonb, p_secret text, p_contact jsonb, p_consent boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  if p_draft is null or jsonb_typeof(p_draft) <> 'object' then perform internal.fail('order_invalid'); end if;
  if not p_draft ? 'category' then perform internal.fail('category_not_found'); end if;
  if not p_draft ? 'latitude' then perform internal.fail('place_missing'); end if;
  if not p_draft ? 'windows' then perform internal.fail('window_missing'); end if;
  made := public.save_search_order_draft(p_secret, p_draft);
  update public.search_orders set kind = 'alert' where id = made;
  return jsonb_build_object('id', made, 'state', public.submit_search_order(made, p_secret, p_contact, p_consent));
end $$;

-- Up to six starts that can be booked for an alert, in their order, as its page and, by p_mail, its mail show them, none of a business that its customer has blocked or that has
-- blocked them:
-- [{key, business, slug, starts_at, time_zone, service_id, service, employee_id}]. A mail of a trade under § 203 StGB names neither business nor service.
create function internal.alert_starts(one public.search_orders, at timestamptz, p_mail boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  secret constant boolean := p_mail and internal.is_secret_order(one);
  candidates internal.search_hit[] := internal.order_candidates(one.category_id, internal.spot(one.latitude, one.longitude), one.radius_km, one.budget_cents,
    null, 1000);
  apart constant uuid[] := internal.locations_apart(array(select near.location_id from unnest(candidates) near), one);
  hits internal.search_hit[];
begin
  if cardinality(apart) > 0 then
    candidates := array(select row(near.*)::internal.search_hit from unnest(candidates) near where near.location_id <> all(apart) order by near.place);
  end if;
  hits := internal.nearest_free(candidates, internal.order_days(one.windows, internal.listed_zones(), at), at, 6, 16);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('key', concat(found.location_id, ' ', found.minute), 'starts_at', internal.instant(found.minute),
      'time_zone', found.zone, 'slug', case when not secret then place.slug end,
      'business', case when secret then null when p_mail then internal.neutral(place.name, null) else place.name end,
      'service_id', found.service_id, 'service', case when secret then '' when p_mail then internal.neutral(service.name, '') else service.name end,
      'employee_id', found.employee) order by found.minute, found.place), '[]')
    from (select hit.location_id, hit.zone, hit.service_id, hit.place, start.minute, start.employee
      from unnest(hits) hit cross join lateral unnest(hit.starts, hit.employees) start (minute, employee)
      order by start.minute, hit.place limit 6) found
    join public.locations place on place.id = found.location_id join public.services service on service.id = found.service_id);
end $$;

-- Looks at alerts that are due and mails what is new, for the server's job; returns how many it has looked at.
create function public.tell_alerts(p_limit integer default 100) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  one public.search_orders;
  starts jsonb;
  fresh text[];
  soonest timestamptz;
  looked integer := 0;
begin
  for one in
    select * from public.search_orders wish where wish.state = 'open' and wish.kind = 'alert' and wish.next_check_at <= present and wish.expires_at > present
    order by wish.next_check_at limit p_limit for update skip locked
  loop
    looked := looked + 1;
    if internal.awake(present, 'Europe/Berlin') > present then
      update public.search_orders set next_check_at = internal.awake(present, 'Europe/Berlin') where id = one.id;
      continue;
    end if;
    update public.search_orders set next_check_at = present + interval '30 minutes' where id = one.id;
    begin
      starts := internal.alert_starts(one, present, true);
      select array_agg(start ->> 'key'), min((start ->> 'starts_at')::timestamptz) into fresh, soonest
      from jsonb_array_elements(starts) start where (start ->> 'key') <> all(one.told_starts);
      continue when fresh is null or soonest > present + interval '48 hours' and one.told_at > present - interval '24 hours'
        or one.told_at > present - interval '1 hour';
      update public.search_orders set told_at = present, told_starts = (fresh || told_starts)[1:60] where id = one.id;
      perform internal.mail_order(one, 'alert_found', extract(epoch from present)::bigint::text, jsonb_build_object('starts', starts));
    exception when others then
      -- One alert must not keep all others waiting.
      raise warning 'alert % cannot be looked at: % %', one.id, sqlstate, sqlerrm;
    end;
  end loop;
  return looked;
end $$;

revoke execute on function internal.alert_starts from public;
grant execute on function public.ask_for_alert to anon, authenticated;
grant execute on function public.tell_alerts to service_role;
