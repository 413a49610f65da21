import { useEffect, useRef, useState } from 'react'
import { folded } from '#app/features/catalogue/folded.ts'
import type { ListingData } from './listing.queries.server.ts'
import styles from './services.module.css'

type Groups = ListingData['groups']

/** The services whose name or description has every typed word, and the search field. The style sheet hides the field without JavaScript. */
export function useServiceSearch(groups: Groups) {
	const field = useRef<HTMLInputElement>(null)
	const [typed, setTyped] = useState('')
	// Words typed before the page was hydrated.
	useEffect(() => setTyped(field.current?.value ?? ''), [])
	const words = folded(typed).split('-').filter(Boolean)
	const found = words.length ? matching(groups, words) : groups
	const count = found.reduce((sum, group) => sum + group.services.length, 0)
	const search = (
		<p className={styles.search}>
			<label htmlFor="leistung-suchen" className="visually-hidden">
				Leistung suchen
			</label>
			<input
				ref={field}
				id="leistung-suchen"
				type="search"
				placeholder="Leistung suchen"
				autoComplete="off"
				onInput={(event) => setTyped(event.currentTarget.value)}
			/>
			<span role="status" className={styles.soft}>
				{words.length ? (count === 1 ? '1 Leistung' : `${count || 'Keine'} Leistungen`) : ''}
			</span>
		</p>
	)
	return { found, search }
}

function matching(groups: Groups, words: string[]): Groups {
	return groups.flatMap((group) => {
		const services = group.services.filter((service) => {
			const text = folded(
				[group.name, service.name, service.description, ...(service.variants ?? []).map(({ name }) => name)].join(' '),
			)
			return words.every((word) => text.includes(word))
		})
		return services.length ? [{ ...group, services }] : []
	})
}
