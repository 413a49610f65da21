-- Figures of the whole platform, without persons or businesses. Sandboxes do not count.

-- Of the last so many days (7, 30 or 90; else 30): {days,
-- orders: {total, answered: with an offer within 4 hours, ripe: those that have been open for 4 hours or are over, first_offer_minutes: the median, over:
--   how many have ended, matched, silent: ended with offers that nobody opened, held_hours: held for each accepted offer, notices: how many orders each
--   company that was told of any was told of},
-- waiting: {total: places on waiting lists, over, filled: with a time from there, offered: times that were kept, accepted of them, alerts},
-- visits: {total, missed}, searches: {total, empty},
-- reports: {total, open, overdue, decided, hours: the median until decided},
-- companies: {total, active, published, fresh}}. Medians are null without anything. Error: operator_only.
create function public.operator_figures(p_days integer default 30) returns jsonb
language plpgsql security definer set search_path = '' set jit = off as $$
declare
  present constant timestamptz := internal.present();
  days constant integer := case when p_days in (7, 90) then p_days else 30 end;
  since constant timestamptz := present - days * interval '1 day';
  today constant date := (present at time zone 'Europe/Berlin')::date;
begin
  perform internal.as_operator('support', 'read_figures');
  return jsonb_build_object('days', days,
    'orders', (
      select jsonb_build_object('total', count(*),
        'answered', count(*) filter (where answer.first_at < one.confirmed_at + interval '4 hours'),
        'ripe', count(*) filter (where one.confirmed_at < present - interval '4 hours' or one.closed_at is not null
          or answer.first_at < one.confirmed_at + interval '4 hours'),
        'first_offer_minutes', round((percentile_cont(0.5) within group (order by extract(epoch from answer.first_at - one.confirmed_at) / 60))::numeric),
        'over', count(*) filter (where one.closed_at is not null), 'matched', count(*) filter (where one.state = 'matched'),
        'silent', count(*) filter (where one.closed_at is not null and answer.total > 0 and answer.seen = 0),
        'held_hours', round(sum(answer.held_hours) / nullif(count(*) filter (where one.state = 'matched'), 0), 1))
      from public.search_orders one cross join lateral (
        select min(offer.sent_at) as first_at, count(*) as total, count(offer.seen_at) as seen,
          coalesce(sum(extract(epoch from least(coalesce(offer.decided_at, present), offer.expires_at) - offer.sent_at) / 3600 * (
            select count(*) from public.offer_starts start where start.offer_id = offer.id)), 0) as held_hours
        from public.offers offer where offer.order_id = one.id) answer
      where one.confirmed_at >= since and one.kind = 'order') || jsonb_build_object('notices', (
        select round(count(*)::numeric / nullif(count(distinct place.company_id), 0), 1) from public.order_notices told
        join public.locations place on place.id = told.location_id where told.notified_at >= since)),
    'waiting', (
      select jsonb_build_object('total', count(*) filter (where one.kind = 'waitlist'), 'over', count(*) filter (where one.kind = 'waitlist' and one.closed_at is not null),
        'filled', count(*) filter (where one.kind = 'waitlist' and one.state = 'matched'), 'alerts', count(*) filter (where one.kind = 'alert'),
        'offered', coalesce(sum(kept.offered), 0), 'accepted', coalesce(sum(kept.accepted), 0))
      from public.search_orders one cross join lateral (
        select count(*) as offered, count(*) filter (where offer.state = 'accepted') as accepted
        from public.offers offer where offer.order_id = one.id and one.kind = 'waitlist') kept
      where one.confirmed_at >= since and one.kind <> 'order'),
    'visits', (select jsonb_build_object('total', coalesce(sum(visits + missed), 0), 'missed', coalesce(sum(missed), 0))
      from internal.report_days kept where day > today - days and day <= today and not exists (select from public.locations place
        join public.companies company on company.id = place.company_id and company.sandbox where place.id = kept.location_id)),
    'searches', (select jsonb_build_object('total', coalesce(sum(demand.searched), 0), 'empty', coalesce(sum(demand.searched - demand.found), 0))
      from internal.search_demand demand where demand.day > today - days and demand.day <= today),
    'reports', (
      select jsonb_build_object('total', count(*) filter (where report.reported_at >= since), 'open', count(*) filter (where report.state = 'open'),
        'overdue', count(*) filter (where report.state = 'open' and report.reported_at < present - interval '24 hours'),
        'decided', count(*) filter (where made.told_at >= since),
        'hours', round((percentile_cont(0.5) within group (order by extract(epoch from made.told_at - report.reported_at) / 3600)
          filter (where made.told_at >= since))::numeric, 1))
      from internal.content_reports report left join internal.decisions made on made.report_id = report.id),
    'companies', (
      select jsonb_build_object('total', count(*), 'active', count(*) filter (where company.state = 'active'),
        'published', count(*) filter (where company.state = 'active' and internal.has_published_location(company.id)),
        'fresh', count(*) filter (where company.created_at >= since))
      from public.companies company where not company.sandbox));
end $$;

revoke execute on function public.operator_figures from public;
grant execute on function public.operator_figures to authenticated;
