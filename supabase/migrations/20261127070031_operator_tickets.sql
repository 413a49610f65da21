set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.operator_settle_ticket(p_ticket uuid, p_state public.ticket_state)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.as_operator('support', 'settle_ticket', 'ticket ' || coalesce(p_ticket::text, ''));
  update public.tickets set state = coalesce(p_state, 'answered'), moved_at = internal.present() where id = p_ticket and emptied_at is null;
  if not found then perform internal.fail('ticket_not_found'); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.operator_tickets(p_state public.ticket_state DEFAULT 'open'::public.ticket_state, p_page integer DEFAULT 1)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant timestamptz := internal.present();
  page constant integer := least(greatest(coalesce(p_page, 1), 1), 10000);
begin
  perform internal.as_operator('support', 'read_tickets');
  return (
    with found as (
      select one.*, row_number() over (order by case when p_state = 'open' then one.created_at end, one.moved_at desc, one.id) as place
      from public.tickets one where one.state = coalesce(p_state, 'open') and one.emptied_at is null
      order by place offset (page - 1) * 50 limit 51)
    select jsonb_build_object(
      'open', (select count(*) from public.tickets where state = 'open'),
      'overdue', (select count(*) from public.tickets where state = 'open' and created_at < present - interval '2 days'),
      'more', count(*) > 50,
      'rows', coalesce(jsonb_agg(jsonb_build_object('id', found.id, 'number', found.number, 'subject', found.subject, 'text', found.text, 'name', found.name,
        'email', found.email, 'account', found.user_id is not null, 'state', found.state, 'created_at', found.created_at) order by found.place)
        filter (where found.place <= page * 50), '[]'))
    from found);
end $function$;

REVOKE ALL ON FUNCTION "public"."operator_settle_ticket"(uuid, public.ticket_state) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_settle_ticket"(uuid, public.ticket_state) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."operator_tickets"(public.ticket_state, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."operator_tickets"(public.ticket_state, integer) TO "authenticated";
