import { type RefObject, useEffect, useRef } from 'react'

/**
 * Makes the search form quicker: filters marked with `data-instant` search when they change, and the fields follow when a link
 * changed the filters. `wanted` is the query of what is shown.
 */
export function useFilterForm(form: RefObject<HTMLFormElement | null>, wanted: string): void {
	const shown = useRef(wanted)
	useEffect(() => listen(form.current), [form])
	useEffect(() => {
		// What was typed or chosen before the page was hydrated stays.
		if (shown.current !== wanted) fill(form.current, new URLSearchParams(wanted))
		shown.current = wanted
	}, [form, wanted])
}

function listen(form: HTMLFormElement | null): () => void {
	const searchNow = ({ target }: Event): void => {
		if (target instanceof Element && target.closest('[data-instant]')) form?.requestSubmit()
	}
	document.addEventListener('change', searchNow)
	return () => document.removeEventListener('change', searchNow)
}

function fill(form: HTMLFormElement | null, query: URLSearchParams): void {
	for (const field of form?.elements ?? []) {
		if (
			field === document.activeElement &&
			!(field instanceof HTMLInputElement && ['radio', 'checkbox'].includes(field.type))
		)
			continue
		if (field instanceof HTMLInputElement && ['radio', 'checkbox'].includes(field.type)) {
			const values = query.getAll(field.name)
			field.checked = values.includes(field.value) || (field.type === 'radio' && field.value === '' && !values.length)
		} else if ((field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && field.name) {
			field.value = query.get(field.name) ?? ''
		}
	}
}
