import { dateText } from '#app/lib/calendar-date.ts'
import { addDays } from '#app/lib/dates.ts'
import type { OrderDraft, Window } from './orders.contracts.ts'
import { RADII } from './radii.ts'
import type { WhenStored } from './when-field.tsx'
import { GRID_DAYS, PARTS } from './grid.ts'
import { cellsOf, isAnyTime } from './windows.ts'

const EMPTY = {
	...{ was: '', kategorie: '', wo: '', umkreis: '10', personen: '1', fuer: '', hoechstens: '', nachricht: '' },
	...{ wann: 'tage', zeit: [] as string[], von: '', bis: '', teil: '' },
}
type Stored = typeof EMPTY

const nearestRadius = (km: number): string => String(RADII.find((one) => one >= km) ?? 50)

/** The form as a draft fills it. @param today local date */
export function storedDraft(draft: OrderDraft, today: string): Stored {
	return {
		...{ was: draft.title, kategorie: draft.category ?? '', wo: draft.place_label, umkreis: String(draft.radius_km) },
		...{ personen: String(draft.persons), fuer: draft.for_name, nachricht: draft.text },
		hoechstens: draft.budget_cents ? (draft.budget_cents / 100).toFixed(2).replace('.', ',') : '',
		...storedWhen(draft.windows, today),
	}
}

/** The fields of the wished times as windows fill them. @param today local date */
export function storedWhen(windows: Window[], today: string): WhenStored {
	const [span] = windows
	const any = isAnyTime(windows)
	// A span may lie in the grid, whose last day is not the one of a ticked week.
	const whole = !any && windows.length === 1 && span && span.weekdays.length === 7
	const part = whole ? PARTS.findIndex(({ from, to }) => from === span.from && to === span.to) : -1
	return {
		wann: any ? 'egal' : whole ? 'zeitraum' : 'tage',
		zeit: cellsOf(windows, today),
		...(whole ? { von: dateText(span.first), bis: dateText(span.last) } : { von: '', bis: '' }),
		teil: part >= 0 ? String(part) : '',
	}
}

/** The form as a search fills it: the words of the catalogue's address. @param today local date */
export function storedSearch(query: URLSearchParams, today: string): Stored {
	const text = (name: string): string => (query.get(name) ?? '').slice(0, 80)
	const date = (name: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text(name)) ? text(name) : '')
	const part = ['vormittag', 'nachmittag', 'abend'].indexOf(text('tageszeit'))
	const [first, last] = [date('datum'), date('datum-bis') || date('datum')]
	const near = first >= today && last <= addDays(today, GRID_DAYS - 1)
	const days =
		first && near
			? Array.from({ length: GRID_DAYS }, (_, index) => addDays(first, index)).filter((day) => day <= last)
			: []
	const parts = part >= 0 ? [part] : [0, 1, 2]
	return {
		...EMPTY,
		...{ was: text('was'), kategorie: text('kategorie'), wo: text('wo'), hoechstens: text('preis').replace('.', ',') },
		umkreis: Number(text('umkreis')) > 0 ? nearestRadius(Number(text('umkreis'))) : '10',
		zeit: days.flatMap((day) => parts.map((one) => `${day}/${one}`)),
		...(first && !near && first >= today
			? { wann: 'zeitraum', von: dateText(first), bis: dateText(last), teil: part >= 0 ? String(part) : '' }
			: {}),
	}
}
