-- How long proofs are kept: declared withdrawals (85_accounts/30_withdrawals), demands for an early start (50_booking/80_early_start) and consents (80_messages/70_consents), until claims from their contract are barred by
-- time: three years from the end of the year (§§ 195, 199 BGB). An account's deletion does not shorten that (Art. 17 III e DSGVO).

-- Deletes what is over, by the calendar of Germany; so many of each at a time. A demand lasts as long as the visit's own claims. Of consents
-- the newest word stays, since it still holds.
create function internal.forget_proofs(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  kept_since constant timestamptz := (date_trunc('year', internal.present() at time zone 'Europe/Berlin') - interval '3 years')
    at time zone 'Europe/Berlin';
  withdrawals integer;
  early_starts integer;
  consents integer;
begin
  delete from public.withdrawals where id in (
    select id from public.withdrawals where declared_at < kept_since order by declared_at limit p_limit for update skip locked);
  get diagnostics withdrawals = row_count;
  delete from public.early_starts where appointment_id in (
    select demanded.appointment_id from public.early_starts demanded
    join public.appointments appointment on appointment.id = demanded.appointment_id
    where demanded.agreed_at < kept_since and appointment.starts_at < kept_since
    order by demanded.agreed_at limit p_limit for update of demanded skip locked);
  get diagnostics early_starts = row_count;
  delete from public.consents where id in (
    select said.id from public.consents said where said.at < kept_since and exists (
      select from public.consents newer where newer.address_hash = said.address_hash and newer.channel = said.channel
        and newer.company_id is not distinct from said.company_id and newer.id > said.id and newer.at < kept_since)
    order by said.at limit p_limit for update skip locked);
  get diagnostics consents = row_count;
  return withdrawals + early_starts + consents;
end $$;
