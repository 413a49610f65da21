import { eurosOf } from '#app/features/services/price.ts'
import type { Typed } from '#app/features/shell/edit.ts'
import { dateText } from '#app/lib/calendar-date.ts'
import { localDate, localTime } from '#app/lib/dates.ts'
import type { Event } from './event.ts'

export const EVENT_LABELS = {
	...{
		title: 'Titel',
		description: 'Beschreibung',
		employee_id: 'Person',
		resource_id: 'Raum',
		day: 'Tag',
		from: 'Von',
	},
	...{ to: 'Bis', seats: 'Plätze', price: 'Preis', notice_hours: 'Buchbar bis', cancellation_hours: 'Absagbar bis' },
}

/** What the form of an event holds. @param zone of the location */
export function eventTyped(event: Event, zone: string): Typed {
	const to = localTime(event.ends_at, zone)
	return {
		...{ title: event.title, description: event.description, employee_id: event.employee_id },
		...{ resource_id: event.resource_id ?? '', day: dateText(localDate(event.starts_at, zone)) },
		...{ from: localTime(event.starts_at, zone), to: to === '00:00' ? '24:00' : to },
		...{ seats: String(event.seats), price: eurosOf(event.price_cents) },
		notice_hours: event.notice_minutes === null ? '' : String(Math.round(event.notice_minutes / 60)),
		cancellation_hours: event.cancellation_hours === null ? '' : String(event.cancellation_hours),
	}
}
