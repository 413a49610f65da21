type Changed = { kind: string; starts_at: string; ends_at: string }

/** What was changed about a shift, in order, as `internal.shift_standing` says it (supabase/schemas/50_booking/84_shifts.sql); wall times, ISO 8601. */
export function standingOf(changes: Changed[]): string {
	return changes.map(({ kind, starts_at, ends_at }) => `${kind} ${starts_at} ${ends_at}`).join(';')
}
