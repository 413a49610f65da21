-- "Einspruch": an owner says that a visit was no first one. Where an older visit or an older
-- address in the customer file says so, it is granted at once; what a card says today may have been written since, so then an operator decides. What was
-- invoiced already and is waived comes back with the next invoice.

-- Objects to a commission within 60 days; again changes nothing. Answers {state, granted}. For owners.
-- Errors: commission_not_found, objection_too_late, reason_missing, reason_too_long, wrong_state (decided already).
create function public.object_commission(p_item uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  reason constant text := internal.clean_words(p_reason);
  item public.commission_items;
  visit public.appointments;
begin
  select * into item from public.commission_items where id = p_item and company_id in (select internal.companies_as('owner')) for update;
  if item.id is null then perform internal.fail('commission_not_found'); end if;
  if item.state = 'objected' then return jsonb_build_object('state', item.state, 'granted', false); end if;
  if item.objected_at is not null or item.state = 'waived' then perform internal.fail('wrong_state', item.state::text); end if;
  if item.object_until <= present then perform internal.fail('objection_too_late'); end if;
  if reason = '' then perform internal.fail('reason_missing'); end if;
  if length(reason) > 1000 then perform internal.fail('reason_too_long'); end if;
  select * into visit from public.appointments where id = item.appointment_id;
  if visit.id is not null and internal.is_older(internal.known_before(visit) - 'cards') then
    update public.commission_items set state = 'waived', objected_at = present, objection = reason, decided_at = present, decision = 'older_entry'
    where id = item.id;
    return jsonb_build_object('state', 'waived', 'granted', true);
  end if;
  update public.commission_items set state = 'objected', objected_at = present, objection = reason where id = item.id;
  return jsonb_build_object('state', 'objected', 'granted', false);
end $$;

-- Decides about an objection and tells the owners why. Errors: operator_only, reason_missing, reason_too_long, commission_not_found, wrong_state.
create function public.operator_decide_objection(p_item uuid, p_grant boolean, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  item public.commission_items;
begin
  perform internal.as_operator('moderator', 'decide_objection', 'commission ' || coalesce(p_item::text, ''),
    (select company_id from public.commission_items where id = p_item), coalesce(p_reason, ''));
  select * into item from public.commission_items where id = p_item for update;
  if item.id is null then perform internal.fail('commission_not_found'); end if;
  if item.state <> 'objected' then perform internal.fail('wrong_state', item.state::text); end if;
  update public.commission_items set decided_at = internal.present(), decision = internal.clean_words(p_reason), state = case
    when coalesce(p_grant, false) then 'waived'
    when exists (select from public.invoice_lines line join public.invoices bill on bill.id = line.invoice_id
      where line.item_id = item.id and line.kind = 'commission' and bill.type = 380 and bill.state <> 'reversed') then 'invoiced'
    else 'open' end::public.commission_state
  where id = item.id;
  perform internal.tell_owners(item.company_id, 'objection_decided', jsonb_build_object('day', item.day, 'cents', item.fee_cents,
    'granted', coalesce(p_grant, false), 'note', internal.clean_words(p_reason)));
end $$;

grant execute on function public.object_commission, public.operator_decide_objection to authenticated;
