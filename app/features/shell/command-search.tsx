import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { CommandPalette, type Hit } from '#app/ui/command-palette.tsx'
import { useSeesContacts } from '#app/ui/contact-data.tsx'

const PAUSE_MS = 150

/** Search over pages, customers and appointments from everywhere in the admin area. Without JavaScript a link to the list. */
export function CommandSearch({ pages }: { pages: Hit[] }) {
	const fetcher = useFetcher<{ text: string; found: Hit[] } | null>()
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	useEffect(() => () => clearTimeout(timer.current), [])
	const ask = (text: string): void => {
		clearTimeout(timer.current)
		if (text.trim().length < 2) return
		timer.current = setTimeout(
			() => void fetcher.load(`${adminPaths.search()}?${new URLSearchParams({ q: text })}`),
			PAUSE_MS,
		)
	}
	const sees = useSeesContacts()
	const waiting = fetcher.state !== 'idle'
	return (
		<CommandPalette
			label="Kund:in, Termin oder Seite suchen"
			placeholder={sees ? 'Name, E-Mail, Telefon oder Seite' : 'Name oder Seite'}
			link={adminPaths.appointments()}
			pages={pages}
			found={fetcher.data?.found ?? []}
			waiting={waiting}
			trouble={
				!waiting && fetcher.data === null
					? 'Kund:innen und Termine ließen sich gerade nicht durchsuchen. Bitte prüfen Sie Ihre Verbindung.'
					: undefined
			}
			onType={ask}
		/>
	)
}
