insert into internal.rights (name, from_role) values ('appointment_price', 'manager');

insert into internal.transitions (verb, from_state, actor, to_state, frees, message, needs) values
  ('change', 'requested', 'business', 'requested', false, 'appointment_rescheduled', 'move'),
  ('change', 'confirmed', 'business', 'confirmed', false, 'appointment_rescheduled', 'move'),
  ('edit', 'requested', 'business', 'requested', false, null, null),
  ('edit', 'confirmed', 'business', 'confirmed', false, null, null),
  ('edit', 'completed', 'business', 'completed', false, null, null),
  ('edit', 'no_show', 'business', 'no_show', false, null, null),
  ('arrive', 'confirmed', 'business', 'confirmed', false, null, null),
  ('restore', 'cancelled', 'business', 'confirmed', false, 'appointment_confirmed', 'book');

update public.retention_rules set tables = '{public.appointments,public.appointment_lines,public.appointment_events,public.appointment_notes,public.appointment_changes,public.customers,public.customer_facts,public.customer_health,public.customer_contacts,public.customer_relatives}'
where name = 'appointments';
