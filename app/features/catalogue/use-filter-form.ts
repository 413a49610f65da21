import { type RefObject, useEffect } from 'react'
import { filterQuery, type Filters } from './filters.ts'

/**
 * Makes the search form quicker: filters marked with `data-instant` search when they change, empty fields stay out of the
 * address, and the fields follow when a link changed the filters.
 */
export function useFilterForm(form: RefObject<HTMLFormElement | null>, filters: Filters): void {
	const wanted = filterQuery({ ...filters, page: 1 })
	useEffect(() => {
		const element = form.current
		if (!element) return
		const dropEmpty = ({ formData }: FormDataEvent): void => {
			for (const name of new Set(formData.keys())) {
				const values = formData.getAll(name).filter((value) => value !== '')
				formData.delete(name)
				for (const value of values) formData.append(name, value)
			}
		}
		const searchNow = ({ target }: Event): void => {
			if (target instanceof Element && target.closest('[data-instant]')) element.requestSubmit()
		}
		element.addEventListener('formdata', dropEmpty)
		document.addEventListener('change', searchNow)
		return () => {
			element.removeEventListener('formdata', dropEmpty)
			document.removeEventListener('change', searchNow)
		}
	}, [form])
	useEffect(() => {
		const query = new URLSearchParams(wanted)
		for (const field of form.current?.elements ?? []) {
			if (field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox')) {
				const values = query.getAll(field.name)
				field.checked = values.includes(field.value) || (field.type === 'radio' && field.value === '' && !values.length)
			} else if (
				(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) &&
				field.name &&
				field !== document.activeElement
			) {
				field.value = query.get(field.name) ?? ''
			}
		}
	}, [form, wanted])
}
