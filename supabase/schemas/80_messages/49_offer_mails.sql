-- What becomes of an offer is told to whoever has sent it, at the confirmed address of their account, as long as they are a member and want it
-- (80_messages/45_notices, `offers`; without a choice they do). What they did themselves is not. Under § 203 StGB a mail names nothing of the order.

-- The address of a member who wants to hear of it; null if not.
create function internal.address_for_offers(p_company uuid, p_user uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select account.email from public.members member join auth.users account on account.id = member.user_id
    where member.company_id = p_company and member.user_id = p_user and account.email_confirmed_at is not null and account.deleted_at is null
      and not exists (select from public.notice_choices choice where choice.company_id = member.company_id and choice.user_id = member.user_id
        and choice.topic = 'offers' and choice.scope = 'none'));
end $$;

create function internal.tell_sender() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  outcome constant text := case new.state when 'accepted' then 'offer_accepted' when 'declined' then 'offer_declined' when 'expired' then 'offer_lapsed' end;
begin
  if outcome is null then return null; end if;
  insert into public.messages (company_id, kind, audience, recipient, payload, next_attempt_at, created_at, dedupe_key, user_id)
  select new.company_id, outcome, 'business', told.address, jsonb_build_object('offer_id', new.id, 'order_id', new.order_id,
      'title', case when flags.secret then '' else internal.neutral(internal.masked(wish.title), '') end, 'location', place.name, 'time_zone', place.time_zone,
      'price_cents', new.price_cents, 'appointment_id', new.appointment_id, 'starts_at', coalesce(
        (select visit.starts_at from public.appointments visit where visit.id = new.appointment_id),
        (select min(start.starts_at) from public.offer_starts start where start.offer_id = new.id))),
    internal.present(), now(), concat('offer ', new.id, ' ', outcome), new.sent_by
  from (select internal.address_for_offers(new.company_id, new.sent_by) as address) told
  join public.locations place on place.id = new.location_id join public.search_orders wish on wish.id = new.order_id
  cross join lateral (select internal.is_secret_order(wish) as secret) flags
  where told.address is not null
  on conflict (dedupe_key) do nothing;
  return null;
end $$;
create trigger tell_sender after update of state on public.offers for each row
  when (old.state = 'sent' and new.state <> 'sent') execute function internal.tell_sender();

-- The caller's own choice about offers at a company; null changes nothing. Error: company_not_found.
create function public.choose_offer_notices(p_company uuid, p_offers public.notice_scope) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if internal.role_in(p_company) is null then perform internal.fail('company_not_found'); end if;
  insert into public.notice_choices as kept (company_id, user_id, topic, scope)
  select p_company, internal.person(), 'offers', p_offers where p_offers is not null
  on conflict (company_id, user_id, topic) do update set scope = excluded.scope;
end $$;

revoke execute on function internal.tell_sender, internal.address_for_offers from public;
grant execute on function public.choose_offer_notices to authenticated;
