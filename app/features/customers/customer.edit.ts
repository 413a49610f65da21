import type { Typed } from '#app/features/shell/edit.ts'

export const CUSTOMER_LABELS = {
	...{
		name: 'Name',
		email: 'E-Mail',
		phone: 'Telefon',
		tags: 'Merkmale',
		note: 'Notiz',
		blocked: 'Online-Buchung gesperrt',
	},
}

type Shown = { name: string; email: string | null; phone: string; tags: string[]; note: string; blocked: boolean }

/** What the card's form holds. @param kept with the number as it is shown */
export function customerTyped({ name, email, phone, tags, note, blocked }: Shown): Typed {
	return { name, email: email ?? '', phone, tags: tags.join(', '), note, blocked: blocked ? 'on' : '' }
}
