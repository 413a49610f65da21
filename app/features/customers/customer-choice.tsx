import type { ComponentProps } from 'react'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { type Choice, ComboboxField } from '#app/ui/combobox-field.tsx'

type Found = { id: string | null; name: string; email: string | null; phone: string }
type Props = Omit<ComponentProps<typeof ComboboxField<Choice>>, 'load' | 'onChosen'>

/** A field that finds customers' cards while somebody types; the id of the chosen one is sent beside the text. */
export function CustomerChoice(props: Props) {
	return <ComboboxField {...props} load={load} />
}

async function load(text: string, signal: AbortSignal): Promise<Choice[]> {
	if (text.trim().length < 2) return []
	const answer = await fetch(adminPaths.findCustomers(text), { signal })
	if (!answer.ok) return []
	const found = (await answer.json()) as Found[]
	return found.flatMap(({ id, name, email, phone }) => (id ? [{ id, label: name, detail: phone || email || '' }] : []))
}
