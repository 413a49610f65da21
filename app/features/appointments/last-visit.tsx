import type { MouseEvent } from 'react'
import { Button } from '#app/ui/button.tsx'
import { type LastVisit, lastVisitText } from './last-visit.ts'

type Props = {
	last: LastVisit
	/** The panel opens with this button, which then takes the focus. */
	first: boolean
}

/** Chooses the services and the person of the last visit in the surrounding form, which then only has to be sent. */
export function LikeLastTime({ last, first }: Props) {
	return (
		<Button type="button" kind="secondary" onClick={(event) => choose(event, last)} data-first={first ? '' : undefined}>
			Wie letztes Mal: {lastVisitText(last)}
		</Button>
	)
}

function choose({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>, { services, person }: LastVisit): void {
	if (!form) return
	const had = new Set(services.map(({ id }) => id))
	for (const box of form.querySelectorAll<HTMLInputElement>('input[name=service]')) box.checked = had.has(box.value)
	const select = form.elements.namedItem('person')
	// A person who has left the team cannot be chosen.
	if (select instanceof HTMLSelectElement && [...select.options].some(({ value }) => value === person))
		select.value = person
	form.querySelector<HTMLElement>('[data-book]')?.focus()
}
