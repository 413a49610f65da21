-- How long proofs are kept: declared withdrawals (85_accounts/30_withdrawals), demands for an early start (50_booking/80_early_start) and consents
-- (80_messages/70_consents), until claims from their contract are barred by time: three years from the end of the year (§§ 195, 199 BGB), as
-- 85_accounts/60_retention says. An account's deletion does not shorten that (Art. 17 III e DSGVO). Each deletes up to p_limit rows.

create function internal.forget_withdrawals(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.withdrawals where id in (
    select id from public.withdrawals where declared_at < internal.kept_since('withdrawals')
    order by declared_at limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;

-- A demand lasts as long as the visit's own claims.
create function internal.forget_early_starts(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  before constant timestamptz := internal.kept_since('early_starts');
  gone integer;
begin
  delete from public.early_starts where appointment_id in (
    select demanded.appointment_id from public.early_starts demanded
    join public.appointments appointment on appointment.id = demanded.appointment_id
    where demanded.agreed_at < before and appointment.starts_at < before
    order by demanded.agreed_at limit p_limit for update of demanded skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;

-- The newest word of an address stays, since it still holds.
create function internal.forget_consents(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  before constant timestamptz := internal.kept_since('consents');
  gone integer;
begin
  delete from public.consents where id in (
    select said.id from public.consents said where said.at < before and exists (
      select from public.consents newer where newer.address_hash = said.address_hash and newer.channel = said.channel
        and newer.company_id is not distinct from said.company_id and newer.id > said.id and newer.at < before)
    order by said.at limit p_limit for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;
