import type { ReferenceData } from '../reference-rows.ts'
import { addDays, timeOf, weekdayOf } from './clock.ts'
import type { BusinessPlan } from './plan.ts'
import type { Random } from './random.ts'
import { addRows, type Row, type Rows } from './rows.ts'

/** Local minutes of one date when somebody does not work, or works in addition. */
export type Absence = { employeeId: string | null; from: string; to: string; reason: string; holiday: boolean }

/** Adds the working hours of all employees. */
export function addHours(rows: Rows, plan: BusinessPlan, random: Random): void {
	addRows(
		rows,
		'public.working_hours',
		plan.employees.flatMap(({ id, shifts }) =>
			shifts.map(({ weekday, starts, ends }) => ({
				id: random.uuid(),
				employee_id: id,
				weekday,
				starts: timeOf(starts),
				ends: timeOf(ends),
			})),
		),
	)
}

/**
 * Adds public holidays of the state from two months ago to a year ahead, and holidays of single people and of the whole
 * business.
 */
export function addAbsences(
	rows: Rows,
	plan: BusinessPlan,
	holidays: ReferenceData['public_holidays'],
	today: string,
	random: Random,
): Absence[] {
	if (plan.employees.length === 0) return []
	const found: Absence[] = holidays
		.filter(({ state_code, date }) => state_code === plan.place.city.state && inYear(date, today))
		.map(({ date, name }) => ({ employeeId: null, from: date, to: addDays(date, 1), reason: name, holiday: true }))
	for (const { id } of plan.employees) {
		const add = (inDays: number, days: number, reason: string): number =>
			found.push({
				employeeId: id,
				from: addDays(today, inDays),
				to: addDays(today, inDays + days),
				reason,
				holiday: false,
			})
		if (random.chance(0.16)) add(mondayIn(today, random.between(-6, 4)), random.pick([5, 7, 12]), 'Urlaub')
		if (random.chance(0.05)) add(random.between(-20, -1), random.between(1, 3), 'Krank')
		if (random.chance(0.06)) add(random.between(5, 25), 1, 'Fortbildung')
	}
	if (random.chance(0.06)) {
		const from = addDays(today, mondayIn(today, random.between(2, 4)))
		found.push({ employeeId: null, from, to: addDays(from, 7), reason: 'Betriebsferien', holiday: false })
	}
	addRows(
		rows,
		'public.exceptions',
		found.map((absence) => rowOf(absence, plan.locationId, random)),
	)
	return found
}

function inYear(date: string, today: string): boolean {
	return date >= addDays(today, -60) && date <= addDays(today, 400)
}

/** Days from today to the Monday some weeks later. */
function mondayIn(today: string, weeks: number): number {
	return weeks * 7 + 1 - weekdayOf(today)
}

function rowOf({ employeeId, from, to, reason, holiday }: Absence, location_id: string, random: Random): Row {
	return {
		id: random.uuid(),
		location_id,
		employee_id: employeeId,
		kind: 'closed',
		starts_at: `${from} 00:00`,
		ends_at: `${to} 00:00`,
		reason,
		holiday: holiday ? from : null,
	}
}
