import type { Typed } from '#app/features/shell/edit.ts'
import type { ServicePackage } from './packages.server.ts'
import { eurosOf } from './price.ts'

/** How many services a package has at most (30_setup/19_packages). */
export const MOST_PARTS = 10

export const PACKAGE_LABELS = {
	...{ name: 'Name des Pakets', price: 'Preis des Pakets in Euro', description: 'Beschreibung des Pakets' },
	...{ services: 'Leistungen', active: 'Buchbar' },
}

/** What the form of a package holds. The services are one value, because their order counts. */
export function packageTyped({ name, description, cents, services, active }: ServicePackage): Typed {
	return { name, description, price: eurosOf(cents), services: services.join(' '), active: active ? 'on' : '' }
}

/** The services of that value, in order. */
export const partsOf = (text: string): string[] => text.split(' ').filter(Boolean)

/** The form as sent, with the chosen services as that one value. */
export function withParts(sent: FormData): FormData {
	const form = new FormData()
	for (const [name, value] of sent) if (name !== 'part') form.append(name, value)
	const parts = sent.getAll('part').filter((part) => typeof part === 'string')
	form.set('services', parts.filter(Boolean).join(' '))
	return form
}
