-- What a customer has agreed to, for their card: answers about advertising of this company at the addresses of the file (80_messages/70_consents),
-- and demands that a visit begins before the period for withdrawing ends (50_booking/80_early_start), each with its words. Nobody of the business
-- enters one: what proves consent is what the person has said.

-- The latest 50, newest first: [{kind, at, given, channel, address, appointment, starts_at, text}]. `kind` is advertising or early_start; the one has
-- channel and address, the other the appointment and its start. `text` is null where no words are kept. Visits as the policy of `appointments` has
-- it. Whoever calls it has looked who may see the file.
create function internal.customer_consents(p_company uuid, p_customer uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with said as (
      select 'advertising' as kind, answer.at, answer.given, answer.channel, own.address, null::uuid as appointment, null::timestamptz as starts_at,
        answer.text_hash, answer.id
      from (
        select lower(file.email::text) as address from public.customers file where file.id = p_customer and file.email is not null
        union select other.value from public.customer_contacts other where other.customer_id = p_customer and other.kind = 'email') own
      join public.consents answer on answer.address_hash = internal.address_hash(own.address) and answer.company_id = p_company
      union all
      select 'early_start', demand.agreed_at, true, null, null, visit.id, visit.starts_at, demand.text_hash, 0
      from public.appointments visit join public.early_starts demand on demand.appointment_id = visit.id
      where visit.customer_id = p_customer and visit.company_id = p_company
        and (visit.location_id in (select internal.locations_with('all_calendars')) or internal.has_own_line(visit.id)))
    select coalesce(jsonb_agg(jsonb_build_object('kind', latest.kind, 'at', latest.at, 'given', latest.given, 'channel', latest.channel,
      'address', case when not internal.hides_contacts(p_company) then latest.address end, 'appointment', latest.appointment, 'starts_at', latest.starts_at, 'text', words.text)
      order by latest.at desc, latest.id desc), '[]')
    from (select * from said order by at desc, id desc limit 50) latest
    left join public.consent_texts words on words.hash = latest.text_hash);
end $$;

revoke execute on function internal.customer_consents from public;
