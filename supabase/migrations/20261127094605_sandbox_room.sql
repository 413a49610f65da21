CREATE POLICY "room_in_sandbox_again" ON "storage"."objects" AS RESTRICTIVE FOR UPDATE TO "authenticated" USING (true) WITH CHECK (internal.has_room(metadata));
