import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { useBlocker } from 'react-router'
import { Button } from './button.tsx'
import styles from './dialog.module.css'

type Props = {
	/** Whether the form was sent but not saved; then it counts as unsaved, although its fields begin with what was sent. */
	unsaved?: boolean
}

/**
 * Asks before a form with unsaved input is left: by a link, Escape, the browser's back button, or with the whole page. Sending the form
 * asks nothing. Use it once per page, because the router allows only one blocker at a time, and inside the form.
 */
export function AskBeforeLeaving({ unsaved = false }: Props) {
	const sheet = useRef<HTMLDialogElement>(null)
	const heading = useId()
	const isChanged = (): boolean => {
		const form = sheet.current?.closest('form')
		return Boolean(form && (unsaved || differs(form)))
	}
	// A form is always sent to the same address.
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) => addressOf(currentLocation) !== addressOf(nextLocation) && isChanged(),
	)
	const ask = useEffectEvent((event: BeforeUnloadEvent) => {
		if (isChanged()) event.preventDefault()
	})
	useEffect(() => {
		const leave = (event: BeforeUnloadEvent): void => ask(event)
		addEventListener('beforeunload', leave)
		return () => removeEventListener('beforeunload', leave)
	}, [])
	const asked = blocker.state === 'blocked'
	useEffect(() => {
		if (asked) sheet.current?.showModal()
		else sheet.current?.close()
	}, [asked])
	return (
		// Escape must not also act on what is around the dialog.
		// oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
		<dialog
			ref={sheet}
			className={styles.dialog}
			aria-labelledby={heading}
			onKeyDown={(event) => event.stopPropagation()}
			onClose={() => blocker.reset?.()}
		>
			<h2 id={heading}>Eingaben verwerfen?</h2>
			<p>Was Sie eingegeben haben, ist noch nicht gespeichert.</p>
			<div className={styles.answers}>
				<Button type="button" onClick={() => blocker.reset?.()}>
					Weiter bearbeiten
				</Button>
				<Button type="button" kind="danger" onClick={() => blocker.proceed?.()}>
					Verwerfen
				</Button>
			</div>
		</dialog>
	)
}

/** The same text for every way to write the same query. */
function addressOf({ pathname, search }: { pathname: string; search: string }): string {
	return `${pathname}?${new URLSearchParams(search)}`
}

/** Whether any field differs from its value when the page loaded. Hidden fields follow visible ones, so they are ignored. */
function differs(form: HTMLFormElement): boolean {
	return [...form.elements].some((field) => {
		if (field instanceof HTMLSelectElement)
			return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected) && isChosen(field)
		if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
		if (!(field instanceof HTMLInputElement) || !field.name) return false
		return ['checkbox', 'radio'].includes(field.type)
			? field.checked !== field.defaultChecked
			: field.value !== field.defaultValue
	})
}

/** Without a default, the browser chooses the first option. */
function isChosen({ options, selectedIndex }: HTMLSelectElement): boolean {
	return selectedIndex > 0 || [...options].some(({ defaultSelected }) => defaultSelected)
}
