import type { Typed } from '#app/features/shell/edit.ts'
import { eurosOf } from './price.ts'
import { TEST_DAYS, TEST_HOURS } from './test-before.ts'
import type { AdminService } from './services.server.ts'

const LABELS = {
	...{
		name: 'Name der Leistung',
		category_id: 'Kategorie',
		duration_minutes: 'Dauer in Minuten',
		price: 'Preis in Euro',
	},
	...{
		description: 'Beschreibung',
		resource_kind: 'Braucht außerdem',
		employee: 'Wer bietet das an?',
		active: 'Buchbar',
	},
	...{ family: 'Gemeinsamer Name', variant: 'Name der Variante', heading: 'Überschrift' },
	...{ addon: 'Zusatz', addon_to: 'Zusatz zu' },
	...{ test_service_id: 'Test vorher', test_hours: 'Stunden vorher', test_days: 'Test gilt (Tage)' },
	...{ booking_way: 'Wie buchbar', new_by_request: 'Neue Kund:innen nur auf Anfrage' },
	...{
		buffer_before_minutes: 'Puffer davor',
		buffer_after_minutes: 'Puffer danach',
		price_from: 'Preis ist ein Ab-Preis',
	},
	...{ vat: 'Umsatzsteuer', vat_reason: 'Grund der Steuerbefreiung' },
	...{ processing_start: 'Einwirkzeit ab Minute', processing_minutes: 'Dauer der Einwirkzeit' },
}
type Person = { id: string; name: string }

export function serviceLabels(people: Person[]): Record<string, string> {
	const own = people.flatMap(({ id, name }) => [
		[`minutes-${id}`, `${name}: eigene Dauer`],
		[`price-${id}`, `${name}: eigener Preis`],
	])
	return { ...LABELS, ...(Object.fromEntries(own) as Record<string, string>) }
}

/** What the form of a service holds beside these people. */
export function serviceTyped(service: AdminService, people: { id: string }[]): Typed {
	const text = (value: number | null | undefined): string => String(value ?? '')
	const own = people.flatMap(({ id }) => {
		const offer = service.offers.find(({ employee_id }) => employee_id === id)
		const price = typeof offer?.price_cents === 'number' ? eurosOf(offer.price_cents) : ''
		return [
			[`minutes-${id}`, text(offer?.duration_minutes)],
			[`price-${id}`, price],
		]
	})
	return {
		...(service.family ? { family: service.family, variant: service.variant } : { name: service.name }),
		...{ heading: service.heading, addon: service.addon ? 'on' : '', addon_to: service.addon_to },
		test_service_id: service.test?.test_service_id ?? '',
		...{ test_hours: text(service.test?.hours ?? TEST_HOURS), test_days: text(service.test?.days ?? TEST_DAYS) },
		...{ description: service.description, price: eurosOf(service.price_cents) },
		...{ category_id: text(service.category_id), duration_minutes: text(service.duration_minutes) },
		buffer_before_minutes: text(service.buffer_before_minutes),
		buffer_after_minutes: text(service.buffer_after_minutes),
		...{ processing_start: text(service.processing_start), processing_minutes: text(service.processing_minutes) },
		...{ price_from: service.price_from ? 'on' : '', active: service.active ? 'on' : '' },
		resource_kind: service.resource_kind ?? '',
		...{ booking_way: service.booking_way, new_by_request: service.new_by_request ? 'on' : '' },
		...{ vat: service.vat, vat_reason: service.vat_reason },
		employee: service.offers.map(({ employee_id }) => employee_id).filter((id) => people.some((one) => one.id === id)),
		...(Object.fromEntries(own) as Record<string, string>),
	}
}
