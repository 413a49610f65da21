-- alone
-- Mails that did not arrive, for the list of open tasks.
create index concurrently if not exists messages_undelivered ON public.messages USING btree (company_id) WHERE ((settled_at IS NULL) AND (audience = 'customer'::public.actor_kind) AND (appointment_id IS NOT NULL) AND ((state = ANY (ARRAY['failed'::public.message_state, 'bounced'::public.message_state])) OR ((state = 'skipped'::public.message_state) AND (last_error = 'suppressed'::text))));
