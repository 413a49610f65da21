import { WORKSHOP } from './cast.ts'
import type { BusinessPlan } from './plan.ts'
import { addRows, type Row, type Rows } from './rows.ts'

const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const SHORT_BEARD = id(140)
const LONG_BEARD = id(141)
const HEAD_MASSAGE = id(142)
const PATCH_TEST = id(144)
const BLEACH = id(145)
const ALL_ROUND = id(146)

/**
 * What Salon Anna's services show besides plain ones: headings, a service with variants, an add-on, a day price, a test before
 * colour, a package. Nothing of it is booked in the
 * demo's past. @param today local date
 */
export function addAnnasExtras(rows: Rows, plan: BusinessPlan, today: string): void {
	const own = (rows.get('public.services') ?? []).filter(({ location_id }) => location_id === plan.locationId)
	const called = (name: string): Row => {
		const found = own.find((row) => row.name === name)
		if (!found) throw new Error(`no service ${name}`)
		return found
	}
	const men = called('Waschen, Schneiden, Stylen')
	for (const row of own) {
		if (row.category_id === men.category_id) row.heading = 'Herren'
		if (row.category_id === called('Pony schneiden').category_id) row.heading = 'Damen'
	}
	const ladies = { ...called('Pony schneiden'), heading: 'Damen' }
	const beard = { ...men, description: '', family: 'Bart in Form', heading: 'Herren' }
	const added = [
		{ ...beard, ...{ id: SHORT_BEARD, variant: 'kurz', duration_minutes: 15, price_cents: 1400 } },
		{ ...beard, ...{ id: LONG_BEARD, variant: 'lang', duration_minutes: 30, price_cents: 2200 } },
		{
			...men,
			...{ id: HEAD_MASSAGE, name: 'Kopfmassage', description: 'Zehn Minuten am Waschbecken.', heading: 'Herren' },
			...{ duration_minutes: 10, price_cents: 900, addon: true },
		},
		{
			...called('Waschen und Föhnen'),
			...{ id: WORKSHOP.serviceId, name: WORKSHOP.name, description: '', heading: 'Kurse' },
			// Only as a course, not as a visit.
			...{ duration_minutes: 90, price_cents: 3900, active: false },
		},
		{
			...{ ...ladies, id: PATCH_TEST, name: 'Verträglichkeitstest', duration_minutes: 15, price_cents: 0 },
			description: 'Wir prüfen an einer kleinen Stelle, ob Sie die Farbe vertragen.',
		},
		{
			...{ ...ladies, id: BLEACH, name: 'Blondierung', duration_minutes: 150, price_cents: 14_900 },
			description: 'Mit Pflege und Föhnen.',
		},
	].map((row, turn) => ({ ...row, position: own.length + turn }))
	addRows(rows, 'public.services', added)
	addRows(
		rows,
		'public.employee_services',
		added.flatMap((service) =>
			plan.employees.map((person) => ({
				...{ employee_id: person.id, service_id: service.id, location_id: plan.locationId },
				...{ duration_minutes: null, price_cents: null },
			})),
		),
	)
	addRows(
		rows,
		'public.service_addons',
		[men, called('Pony schneiden'), called('Maschinenschnitt')].map((service) => ({
			...{ addon_id: HEAD_MASSAGE, service_id: service.id, location_id: plan.locationId },
		})),
	)
	addRows(rows, 'public.service_tests', [
		{
			...{ service_id: BLEACH, test_service_id: PATCH_TEST, location_id: plan.locationId },
			...{ hours: 48, days: 180 },
		},
	])
	addRows(rows, 'public.packages', [
		{
			...{ id: ALL_ROUND, location_id: plan.locationId, name: 'Rundum gepflegt', price_cents: 5200 },
			description: 'Schneiden und Bart in einem Termin.',
		},
	])
	addRows(
		rows,
		'public.package_services',
		[String(men.id), LONG_BEARD].map((service_id, turn) => ({
			...{ package_id: ALL_ROUND, position: turn + 1, service_id, location_id: plan.locationId },
		})),
	)
	addRows(rows, 'public.day_prices', [
		{
			...{ id: id(143), service_id: SHORT_BEARD, location_id: plan.locationId, percent: -20 },
			...{ weekdays: '{2,3}', starts: '09:00', ends: '12:00', first_day: today },
		},
	])
}
