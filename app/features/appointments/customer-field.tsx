import { type FocusEvent, useRef } from 'react'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatDate } from '#app/lib/dates.ts'
import { type Choice, ComboboxField } from '#app/ui/combobox-field.tsx'
import { useSeesContacts } from '#app/ui/contact-data.tsx'
import type { FoundCustomer } from './find-customers.contracts.ts'
import type { LastVisit } from './last-visit.ts'

type Known = Choice & Pick<FoundCustomer, 'email' | 'phone'>
type Props = {
	values: Record<string, string>
	error?: string
	zone: string
	/** A panel that opens with this form begins with the focus here. */
	first: boolean
	/** Called with the last visit of the chosen customer, and with null for another customer. */
	onLast: (last: LastVisit | null) => void
}

/**
 * The customer of the appointment. Known customers are found by name, phone or mail, and choosing one fills the fields `email` and
 * `phone` of the form. New ones are typed; a mail address or number typed here moves to its own field.
 */
export function CustomerField({ values, error, zone, first, onLast }: Props) {
	const sees = useSeesContacts()
	const filled = useRef<Record<string, string>>({})
	const asked = useRef('')
	const tellLast = async (id: string): Promise<void> => {
		asked.current = id
		onLast(null)
		const answer = id ? await fetch(adminPaths.lastVisit(id)).catch(() => undefined) : undefined
		// The choice may have changed in the meantime.
		if (answer?.ok && asked.current === id) onLast((await answer.json()) as LastVisit | null)
	}
	const onChosen = (known: Known | undefined, { form }: HTMLInputElement): void => {
		for (const name of ['email', 'phone'] as const) {
			const field = fieldOf(form, name)
			if (!field) continue
			// Values that came with another customer are replaced; typed values stay.
			if (known) filled.current[name] = field.value = known[name] ?? ''
			else if (filled.current[name] && field.value === filled.current[name]) field.value = ''
		}
		if (!known) filled.current = {}
		void tellLast(known?.id ?? '')
	}
	return (
		<ComboboxField
			label="Name"
			name="name"
			hint={
				sees
					? 'Wer schon da war, ist auch mit Telefon oder E-Mail zu finden.'
					: 'Wer schon da war, ist mit dem Namen zu finden.'
			}
			idName="customer"
			data-first={first ? '' : undefined}
			defaultId={values.customer}
			defaultValue={values.name}
			error={error}
			maxLength={120}
			onChosen={onChosen}
			onBlur={moveReach}
			load={async (text, signal): Promise<Known[]> => {
				if (text.trim().length < 2) return []
				const answer = await fetch(adminPaths.findCustomers(text), { signal })
				if (!answer.ok) return []
				const found = (await answer.json()) as FoundCustomer[]
				return found.map(({ id, name, email, phone, blocked, last_visit, books_for }) => ({
					...{ id: id ?? '', label: name, email, phone },
					detail: [
						books_for && `bucht für ${books_for}`,
						phone || email,
						last_visit &&
							`${Date.parse(last_visit) > Date.now() ? 'kommt' : 'zuletzt'} ${formatDate(last_visit, zone)}`,
						blocked && 'gesperrt',
					]
						.filter(Boolean)
						.join(' · '),
				}))
			}}
		/>
	)
}

const REACH = { email: /^\S+@\S+\.\S+$/, phone: /^\+?[\d ()/.-]{5,39}$/ }

/** A typed mail address or number is not a name. */
function moveReach({ currentTarget: field }: FocusEvent<HTMLInputElement>): void {
	const text = field.value.trim()
	for (const name of ['email', 'phone'] as const) {
		const own = fieldOf(field.form, name)
		if (!REACH[name].test(text) || !own || own.value) continue
		own.value = text
		field.value = ''
	}
}

function fieldOf(form: HTMLFormElement | null, name: string): HTMLInputElement | undefined {
	const field = form?.elements.namedItem(name)
	return field instanceof HTMLInputElement ? field : undefined
}
