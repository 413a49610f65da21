import type { Sql } from 'postgres'

export type Claim = { employee: string; first: number; end: number; gapStart: number; gapEnd: number }

/**
 * Records outside the database what customers were promised: minutes since 1970 by employee, without processing gaps. A claim begins when
 * its confirmation has been answered and ends before its cancellation is sent, so of two claims that overlap both were promised.
 */
export class Claims {
	overlaps = 0
	#minutes = new Map<string, Map<number, string>>()

	add(id: string, claims: readonly Claim[]): void {
		let meets = false
		this.#each(claims, (minutes, minute) => {
			meets ||= minutes.has(minute) && minutes.get(minute) !== id
			minutes.set(minute, id)
		})
		if (meets) this.overlaps++
	}

	remove(id: string, claims: readonly Claim[]): void {
		this.#each(claims, (minutes, minute) => {
			if (minutes.get(minute) === id) minutes.delete(minute)
		})
	}

	#each(claims: readonly Claim[], visit: (minutes: Map<number, string>, minute: number) => void): void {
		for (const { employee, first, end, gapStart, gapEnd } of claims) {
			const minutes = this.#minutes.get(employee) ?? new Map<number, string>()
			this.#minutes.set(employee, minutes)
			for (let minute = first; minute < end; minute++) if (minute < gapStart || minute >= gapEnd) visit(minutes, minute)
		}
	}
}

/** Counts overlaps in the rows that customers and members read: appointments and blocked time, without using `occupancies`. */
export async function overlapsInRows(sql: Sql): Promise<number> {
	const [row] = await sql<{ count: number }[]>`
		with pieces as (
			select line.employee_id, unnest(tstzmultirange(tstzrange(line.starts_at, line.ends_at))
				- case when service.processing_start is null then '{}' else tstzmultirange(tstzrange(
					line.starts_at + service.processing_start * interval '1 minute',
					line.starts_at + (service.processing_start + service.processing_minutes) * interval '1 minute')) end) as during
			from appointment_lines line join appointments on appointments.id = line.appointment_id
			join services service on service.id = line.service_id
			where appointments.state in ('requested', 'confirmed') and line.event_id is null
			union all
			select employee_id, tstzrange(starts_at, ends_at) from blocks where employee_id is not null
		), ordered as (
			select lower(during) as first, max(upper(during)) over (partition by employee_id order by lower(during), upper(during)
				rows between unbounded preceding and 1 preceding) as taken_until
			from pieces)
		select count(*)::int as count from ordered where first < taken_until`
	return row?.count ?? Number.NaN
}
