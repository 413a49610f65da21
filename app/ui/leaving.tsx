import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { useBlocker } from 'react-router'
import { Button } from './button.tsx'
import styles from './dialog.module.css'

type Props = {
	/** Whether what was sent from the form has been answered but not saved: then it is unsaved although its fields begin with it. */
	unsaved?: boolean
}

/**
 * Asks before a form is left with something in it that was typed and not sent: by a link, Escape, the browser's back, or with the whole page.
 * Sending the form asks nothing. One for a page: the router knows one question at a time. It belongs in the form.
 */
export function AskBeforeLeaving({ unsaved = false }: Props) {
	const sheet = useRef<HTMLDialogElement>(null)
	const heading = useId()
	const isChanged = (): boolean => {
		const form = sheet.current?.closest('form')
		return Boolean(form && (unsaved || differs(form)))
	}
	// Whatever is sent goes to the same address.
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
		// What is around it must not take Escape for its own.
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

/** The same for each way to write the same query. */
function addressOf({ pathname, search }: { pathname: string; search: string }): string {
	return `${pathname}?${new URLSearchParams(search)}`
}

/** Whether any field says something else than the page began with. Hidden ones follow those that are seen. */
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

/** Without a default the browser takes the first one. */
function isChosen({ options, selectedIndex }: HTMLSelectElement): boolean {
	return selectedIndex > 0 || [...options].some(({ defaultSelected }) => defaultSelected)
}
