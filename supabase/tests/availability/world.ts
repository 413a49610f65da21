import type { Sql, TransactionSql } from 'postgres'

/** A local date `YYYY-MM-DD`, wall time `HH:MM` (`24:00` is allowed as an end), wall date and time, or instant in ISO form. */
type Text = string

/** The week of a cycle of weeks in which hours hold: 1 is the one that begins on the Monday `start`. */
export type Rota = { weeks: number; week: number; start: Text }

export type Hours = { weekday: number; starts: Text; ends: Text; validFrom?: Text; validTo?: Text; rota?: Rota }

/** An appointment that is already booked: the instants it occupies, and for a hold, when it expires. */
export type Booked = { occupied: [Text, Text][]; holdExpiresAt?: Text }

export type Employee = {
	position: number
	active?: boolean
	hours: Hours[]
	booked?: Booked[]
	/** Services that the employee offers, by index, with their own duration or price. */
	offers: { service: number; duration?: number; price?: number }[]
}

export type Service = {
	duration: number
	before?: number
	after?: number
	gap?: { start: number; minutes: number }
	active?: boolean
	price?: number
	/** Number of the kind of resource that the service needs. */
	resource?: number
}

/** A room, chair or device of a kind, with the times when it is reserved. */
export type Resource = { kind: number; active?: boolean; booked?: Booked[] }

/** Wall times of the location; without an employee the exception applies to all. */
export type Exception = { employee?: number; kind: 'closed' | 'open'; starts: Text; ends: Text; reason?: Text }

/** One location with all data that availability depends on. Times are in minutes, the horizon is in days. */
export type World = {
	zone: string
	grid: number
	notice: number
	horizon: number
	services: Service[]
	employees: Employee[]
	exceptions: Exception[]
	resources?: Resource[]
	state?: 'draft' | 'published' | 'paused'
}

export type Ids = {
	company: string
	location: string
	services: string[]
	employees: string[]
	resources: string[]
	appointments: string[]
}

let worlds = 0

/** Writes a world into the database as its owner. Ids rise with the index, so ties by id are ties by index. */
export async function insertWorld(sql: Sql | TransactionSql, world: World): Promise<Ids> {
	const number = ++worlds
	const id = (kind: number, index: number) =>
		`${String(number).padStart(8, '0')}-${String(kind).padStart(4, '0')}-4000-8000-${String(index).padStart(12, '0')}`
	const ids: Ids = {
		company: id(1, 0),
		location: id(2, 0),
		services: world.services.map((_, index) => id(3, index)),
		employees: world.employees.map((_, index) => id(4, index)),
		resources: (world.resources ?? []).map((_, index) => id(6, index)),
		appointments: [],
	}
	const at = <T>(list: T[], index: number): T => {
		const found = list[index]
		if (found === undefined) throw new Error(`The world has no number ${index}`)
		return found
	}
	await sql`insert into categories (id, slug, name, icon, description, hue, position)
		values (1, 'haare', 'Haare', 'scissors', '', 200, 1) on conflict do nothing`
	await sql`insert into companies (id, name) values (${ids.company}, 'Testbetrieb')`
	await sql`insert into locations (id, company_id, slug, name, state, time_zone, grid_minutes, notice_minutes, horizon_days)
		values (${ids.location}, ${ids.company}, ${`ort-${number}`}, ${`Ort ${number}`}, 'draft', ${world.zone},
			${world.grid}, ${world.notice}, ${world.horizon})`
	await insertRows(sql, 'services', world.services, (service, index) => ({
		id: at(ids.services, index),
		location_id: ids.location,
		category_id: 1,
		name: `Leistung ${index}`,
		duration_minutes: service.duration,
		buffer_before_minutes: service.before ?? 0,
		buffer_after_minutes: service.after ?? 0,
		processing_start: service.gap?.start ?? null,
		processing_minutes: service.gap?.minutes ?? null,
		price_cents: service.price ?? 1000,
		resource_kind: service.resource === undefined ? null : `Art ${service.resource}`,
		active: service.active ?? true,
		position: index,
	}))
	await insertRows(sql, 'employees', world.employees, (employee, index) => ({
		id: at(ids.employees, index),
		location_id: ids.location,
		name: `Person ${index}`,
		position: employee.position,
		active: employee.active ?? true,
	}))
	const perEmployee = <T>(of: (employee: Employee) => T[]) =>
		world.employees.flatMap((employee, index) => of(employee).map((value) => ({ index, value })))
	await insertRows(
		sql,
		'employee_services',
		perEmployee(({ offers }) => offers),
		({ index, value }) => ({
			employee_id: at(ids.employees, index),
			service_id: at(ids.services, value.service),
			location_id: ids.location,
			duration_minutes: value.duration ?? null,
			price_cents: value.price ?? null,
		}),
	)
	await insertRows(
		sql,
		'working_hours',
		perEmployee(({ hours }) => hours),
		({ index, value }) => ({
			employee_id: at(ids.employees, index),
			weekday: value.weekday,
			starts: value.starts,
			ends: value.ends,
			valid_from: value.validFrom ?? null,
			valid_to: value.validTo ?? null,
			rota_weeks: value.rota?.weeks ?? null,
			rota_week: value.rota?.week ?? null,
			rota_start: value.rota?.start ?? null,
		}),
	)
	await insertRows(sql, 'exceptions', world.exceptions, (exception) => ({
		location_id: ids.location,
		employee_id: exception.employee === undefined ? null : at(ids.employees, exception.employee),
		kind: exception.kind,
		starts_at: exception.starts,
		ends_at: exception.ends,
		reason: exception.reason ?? '',
	}))
	const booked = perEmployee((employee) => employee.booked ?? [])
	ids.appointments = booked.map((_, index) => id(5, index))
	await insertTaken(
		sql,
		ids,
		booked.map(({ index, value }, number) => ({
			id: at(ids.appointments, number),
			subject: at(ids.employees, index),
			employee: at(ids.employees, index),
			value,
			name: `Kundin ${number}`,
		})),
	)
	await insertReservations(sql, world, ids, id)
	// Published last, so that the index is built once.
	await sql`update locations set state = ${world.state ?? 'published'} where id = ${ids.location}`
	return ids
}

/** Reservations that occupy only their resource. */
async function insertReservations(
	sql: Sql | TransactionSql,
	world: World,
	ids: Ids,
	id: (kind: number, index: number) => string,
): Promise<void> {
	const resources = world.resources ?? []
	await insertRows(sql, 'resources', resources, (resource, index) => ({
		id: id(6, index),
		location_id: ids.location,
		kind: `Art ${resource.kind}`,
		name: `Ding ${index}`,
		active: resource.active ?? true,
		position: index,
	}))
	const reserved = resources.flatMap(({ booked = [] }, resource) => booked.map((value) => ({ resource, value })))
	await insertTaken(
		sql,
		ids,
		reserved.map(({ resource, value }, index) => ({
			id: id(7, index),
			subject: id(6, resource),
			employee: ids.employees[0] ?? '',
			value,
			name: `Gast ${index}`,
		})),
	)
}

type Taken = { id: string; subject: string; employee: string; value: Booked; name: string }

/** Visits of one line that occupy one subject: appointments, or holds if they expire. */
async function insertTaken(sql: Sql | TransactionSql, ids: Ids, taken: Taken[]): Promise<void> {
	const visitOf = ({ id, value }: Taken) => ({
		id,
		company_id: ids.company,
		location_id: ids.location,
		starts_at: value.occupied[0]?.[0] ?? '',
		ends_at: value.occupied.at(-1)?.[1] ?? '',
		total_cents: 0,
	})
	const lineOf = (one: Taken) => ({
		position: 1,
		service_id: ids.services[0] ?? '',
		employee_id: one.employee,
		service_name: 'Leistung',
		starts_at: visitOf(one).starts_at,
		ends_at: visitOf(one).ends_at,
		price_cents: 0,
	})
	const booked = taken.filter(({ value }) => !value.holdExpiresAt)
	await insertRows(sql, 'appointments', booked, (one) => ({
		...visitOf(one),
		state: 'confirmed',
		contact_name: one.name,
	}))
	await insertRows(sql, 'appointment_lines', booked, (one) => ({ appointment_id: one.id, ...lineOf(one) }))
	const held = taken.filter(({ value }) => value.holdExpiresAt)
	await insertRows(sql, 'holds', held, (one) => ({
		...visitOf(one),
		expires_at: one.value.holdExpiresAt ?? '',
		purpose: 'customer',
		released: false,
		lines: [lineOf(one)],
		source: 'web',
		origin: 'unknown',
		cancellation_hours: 24,
		employee_chosen: true,
		created_at: one.value.holdExpiresAt ?? '',
	}))
	const minute = (text: string): number => Date.parse(text) / 60_000
	await insertRows(sql, 'occupancies', taken, ({ id, subject, value }) => ({
		subject,
		minutes: `{${value.occupied.map(([from, to]) => `[${minute(from)},${minute(to)})`).join(',')}}`,
		source: id,
		position: 1,
		kind: 'line',
		expires_at: value.holdExpiresAt ?? null,
	}))
}

/** Inserts any number of rows with one statement; PostgreSQL unpacks them itself. */
async function insertRows<T>(
	sql: Sql | TransactionSql,
	table: string,
	items: T[],
	toRow: (item: T, index: number) => Record<string, string | number | boolean | null | object[]>,
): Promise<void> {
	if (items.length === 0) return
	const rows = items.map(toRow)
	const columns = Object.keys(rows[0] ?? {}).join(', ')
	await sql.unsafe(
		`insert into public.${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::public.${table}, $1::text::jsonb)`,
		[JSON.stringify(rows)],
	)
}
