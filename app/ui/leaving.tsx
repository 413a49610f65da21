import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { useBlocker, useLocation, useNavigation } from 'react-router'
import { Button } from './button.tsx'
import styles from './dialog.module.css'

/** Milliseconds until a form that was sent counts as unsaved again, if no answer comes before. */
const SENDING = 1000

/**
 * Asks before a page is left while a form on it holds input that is not saved: by a link, Escape, the browser's back button, or with the
 * whole page. Once, in the frame around the pages, because the router allows only one blocker at a time. It looks at every form with
 * `method="post"` that somebody has typed into, and at those that say `Unsaved`. Sending a form asks nothing about it, nor does a form
 * that only chooses what to do next (`data-fleeting`).
 */
export function AskBeforeLeaving() {
	const sheet = useRef<HTMLDialogElement>(null)
	const heading = useId()
	const touched = useRef(new WeakSet<HTMLFormElement>())
	const sent = useRef<{ form: HTMLFormElement; at: number }>(null)
	const { search } = useLocation()
	const { state } = useNavigation()
	const isChanged = (): boolean =>
		[...document.querySelectorAll<HTMLFormElement>('form[method="post"]:not([data-fleeting])')].some(
			(form) =>
				(sent.current?.form !== form || performance.now() - sent.current.at > SENDING) &&
				(isUnsaved(form) || (touched.current.has(form) && differs(form))),
		)
	// A form is always sent to the same address.
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) => addressOf(currentLocation) !== addressOf(nextLocation) && isChanged(),
	)
	const ask = useEffectEvent((event: BeforeUnloadEvent) => {
		if (isChanged()) event.preventDefault()
	})
	useEffect(() => {
		const leave = (event: BeforeUnloadEvent): void => ask(event)
		const touch = ({ target }: Event): void => {
			const form = target instanceof Element && target.closest('form')
			if (form) touched.current.add(form)
		}
		const send = ({ target }: SubmitEvent): void => {
			if (target instanceof HTMLFormElement) sent.current = { form: target, at: performance.now() }
		}
		addEventListener('beforeunload', leave)
		addEventListener('input', touch, true)
		addEventListener('submit', send, true)
		return () => {
			removeEventListener('beforeunload', leave)
			removeEventListener('input', touch, true)
			removeEventListener('submit', send, true)
		}
	}, [])
	// The answer is there. A form to add something may keep what was typed.
	useEffect(() => {
		if (state !== 'idle' || !sent.current) return
		if (new URLSearchParams(search).has('gespeichert')) touched.current.delete(sent.current.form)
		sent.current = null
	}, [search, state])
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
			{asked ? (
				<>
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
				</>
			) : null}
		</dialog>
	)
}

function isUnsaved(form: HTMLFormElement): boolean {
	return form.querySelector('[data-unsaved]') !== null && [...form.elements].some((field) => field.matches(TYPED))
}

const TYPED = 'textarea, select, input:not([type="hidden"])'

/** The same text for every way to write the same query. */
function addressOf({ pathname, search }: { pathname: string; search: string }): string {
	return `${pathname}?${new URLSearchParams(search)}`
}

/** Whether any field differs from its value when the page loaded. Hidden fields follow visible ones, so they are ignored. */
export function differs(form: HTMLFormElement): boolean {
	return [...form.elements].some((field) => {
		if (field instanceof HTMLSelectElement)
			return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected) && isChosen(field)
		if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
		if (!(field instanceof HTMLInputElement) || !field.name || field.type === 'hidden') return false
		return ['checkbox', 'radio'].includes(field.type)
			? field.checked !== field.defaultChecked
			: field.value !== field.defaultValue
	})
}

/** Without a default, the browser chooses the first option. */
function isChosen({ options, selectedIndex }: HTMLSelectElement): boolean {
	return selectedIndex > 0 || [...options].some(({ defaultSelected }) => defaultSelected)
}
