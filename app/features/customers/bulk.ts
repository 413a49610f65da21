/** What can be done with several customers at once, each with what takes it back. */
export const CUSTOMER_ACTIONS = { tag: 'untag', untag: 'tag', block: 'unblock', unblock: 'block' } as const
export type CustomerAction = keyof typeof CUSTOMER_ACTIONS

export function readCustomerAction(intent: string): CustomerAction | undefined {
	return Object.hasOwn(CUSTOMER_ACTIONS, intent) ? (intent as CustomerAction) : undefined
}

type Done = { changed: number; refused: number; tag: string; back: boolean }

/** The result in words: "3 Personen haben jetzt das Merkmal „Farbe“. Bei einer ging es nicht: …" */
export function customersText(action: CustomerAction, { changed, refused, tag, back }: Done): string {
	const full =
		refused > 0
			? `Bei ${refused === 1 ? 'einer' : String(refused)} ging es nicht: Mehr als 20 Merkmale hat niemand.`
			: ''
	if (changed === 0) return full || UNCHANGED[action].replace('{tag}', () => tag)
	const who = changed === 1 ? 'Eine Person' : `${changed} Personen`
	const [has, have] = DONE[action]
	const went = `${who} ${changed === 1 ? has : have}`.replace('{tag}', () => tag)
	return [back ? `Zurückgenommen: ${went}` : went, full].filter(Boolean).join(' ')
}

const DONE: Record<CustomerAction, [one: string, several: string]> = {
	tag: ['hat jetzt das Merkmal „{tag}“.', 'haben jetzt das Merkmal „{tag}“.'],
	untag: ['hat das Merkmal „{tag}“ nicht mehr.', 'haben das Merkmal „{tag}“ nicht mehr.'],
	block: ['kann nicht mehr online buchen.', 'können nicht mehr online buchen.'],
	unblock: ['kann wieder online buchen.', 'können wieder online buchen.'],
}

const UNCHANGED: Record<CustomerAction, string> = {
	tag: 'Alle Gewählten haben das Merkmal „{tag}“ schon.',
	untag: 'Niemand der Gewählten hat das Merkmal „{tag}“.',
	block: 'Alle Gewählten sind schon gesperrt.',
	unblock: 'Niemand der Gewählten ist gesperrt.',
}
