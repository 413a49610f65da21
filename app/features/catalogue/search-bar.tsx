import { type RefObject, useEffect, useRef } from 'react'
import { Form, useNavigate } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { isCutOff } from '#app/lib/trouble.ts'
import { SearchIcon } from '#app/ui/line-icon.tsx'
import type { Filters, WhenFaults } from './filters.ts'
import { SearchFields } from './search-fields.tsx'
import styles from './sheet.module.css'
import { useSheet } from './use-sheet.ts'

type Props = {
	filters: Filters
	/** Values of the two fields. */
	what?: string
	where?: string
	/** The text in "Wann". */
	when: string
	/** First date that can be chosen, YYYY-MM-DD. */
	today: string
	/** Days and times that could not be read. */
	faults?: WhenFaults
	/** The large form on the home page. */
	large?: boolean
	id?: string
	form?: RefObject<HTMLFormElement | null>
}

/**
 * The search form: what, where, when. On phones it is one field that opens a sheet with three steps. A plain GET form in a
 * `details` element, so that it needs no JavaScript; the script that improves it is loaded at the first touch.
 */
export function SearchBar({
	filters,
	what = '',
	where = '',
	when,
	today,
	faults = {},
	large = false,
	id,
	form,
}: Props) {
	const sheet = useRef<HTMLDetailsElement>(null)
	const navigate = useNavigate()
	useSheet(sheet)
	useEffect(() => {
		const element = sheet.current
		if (!element) return undefined
		let asked = false
		const load = async (): Promise<void> => {
			// If loading fails, the plain form is enough; the next touch tries again.
			if (asked || !navigator.onLine) return
			asked = true
			const found = await import('./search-form.ts').catch(() => undefined)
			asked = found !== undefined
			found?.enhanceSearchForm(element, (href) => void (isCutOff() || navigate(href)))
		}
		const begin = (): void => void load()
		for (const event of ['focusin', 'pointerover', 'toggle']) element.addEventListener(event, begin)
		element.addEventListener('formdata', dropEmpty)
		if (element.open || element.contains(document.activeElement)) begin()
		return () => {
			for (const event of ['focusin', 'pointerover', 'toggle']) element.removeEventListener(event, begin)
			element.removeEventListener('formdata', dropEmpty)
		}
	}, [navigate])
	return (
		<details ref={sheet} className={large ? `${styles.sheet} ${styles.large}` : styles.sheet}>
			<summary className={styles.summary}>
				<span className={styles.closed}>
					<SearchIcon />
					<span className={styles.asked}>
						<b>{what || 'Was suchen Sie?'}</b>
						<span>
							{where || 'Überall'} · {when}
						</span>
					</span>
				</span>
				<span className={styles.opened}>
					<b>Termin suchen</b>
					<span>Schließen</span>
				</span>
			</summary>
			<Form
				id={id}
				ref={form}
				action={paths.listings()}
				role="search"
				aria-label="Termine suchen"
				preventScrollReset={!large}
				className={styles.form}
			>
				<SearchFields {...{ filters, what, where, when, today, faults, large }} />
			</Form>
		</details>
	)
}

/** Empty fields stay out of the address. */
function dropEmpty({ formData }: FormDataEvent): void {
	for (const name of new Set(formData.keys())) {
		const values = formData.getAll(name).filter((value) => value !== '')
		formData.delete(name)
		for (const value of values) formData.append(name, value)
	}
}
