import type { Typed } from '#app/features/shell/edit.ts'
import { dateText } from '#app/lib/calendar-date.ts'

export const CUSTOMER_LABELS = {
	...{
		name: 'Name',
		email: 'E-Mail',
		phone: 'Telefon',
		birthday: 'Geburtstag',
		tags: 'Merkmale',
		note: 'Notiz',
		blocked: 'Online-Buchung gesperrt',
	},
}

type Shown = {
	name: string
	email: string | null
	phone: string
	birthday: string | null
	tags: string[]
	note: string
	blocked: boolean
}

/** What the card's form holds. @param kept with the number as it is shown */
export function customerTyped({ name, email, phone, birthday, tags, note, blocked }: Shown): Typed {
	return {
		...{ name, email: email ?? '', phone, birthday: dateText(birthday ?? ''), tags: tags.join(', '), note },
		blocked: blocked ? 'on' : '',
	}
}
