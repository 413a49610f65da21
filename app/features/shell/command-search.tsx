import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link, useFetcher, useNavigate } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import styles from './command-search.module.css'

type Hit = { to: string; label: string; detail?: string }

/** Search over pages and appointments, opened by Strg/⌘ K from everywhere. Without JavaScript a link to the list. */
export function CommandSearch({ pages }: { pages: Hit[] }) {
	const dialog = useRef<HTMLDialogElement>(null)
	const fetcher = useFetcher<{ text: string; found: Hit[] } | null>()
	const navigate = useNavigate()
	const [text, setText] = useState('')
	const [active, setActive] = useState(0)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

	useEffect(() => {
		const onKey = (event: globalThis.KeyboardEvent): void => {
			if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
			event.preventDefault()
			if (!dialog.current?.open) dialog.current?.showModal()
		}
		document.addEventListener('keydown', onKey)
		return () => {
			document.removeEventListener('keydown', onKey)
			clearTimeout(timer.current)
		}
	}, [])

	const wanted = text.trim().toLowerCase()
	const found = wanted.length > 1 && fetcher.data ? fetcher.data.found : []
	const hits = [...pages.filter(({ label }) => label.toLowerCase().includes(wanted)), ...found]
	const type = (value: string): void => {
		setText(value)
		setActive(0)
		clearTimeout(timer.current)
		if (value.trim().length < 2) return
		timer.current = setTimeout(
			() => void fetcher.load(`${adminPaths.search()}?${new URLSearchParams({ q: value })}`),
			150,
		)
	}
	const open = (hit: Hit | undefined): void => {
		if (!hit) return
		dialog.current?.close()
		void navigate(hit.to)
	}
	const onKeyDown = (event: KeyboardEvent): void => {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
		if (step) setActive((active + step + hits.length) % Math.max(1, hits.length))
		else if (event.key === 'Enter') open(hits[active])
		else return
		event.preventDefault()
	}
	const waiting = fetcher.state !== 'idle'
	const failed = !waiting && fetcher.data === null && wanted.length > 1

	return (
		<>
			<Link
				to={adminPaths.appointments()}
				className={styles.trigger}
				aria-keyshortcuts="Control+K Meta+K"
				onClick={(event) => {
					event.preventDefault()
					dialog.current?.showModal()
				}}
			>
				<svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
					<path d="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14m5 12 4 4" />
				</svg>
				<span>Suchen</span>
				<kbd aria-hidden="true">Strg K</kbd>
			</Link>
			<dialog ref={dialog} className={styles.dialog} aria-label="Suche" onClose={() => type('')}>
				<input
					role="combobox"
					aria-label="Termin oder Seite suchen"
					aria-expanded="true"
					aria-controls="admin-search-hits"
					aria-activedescendant={hits.length > 0 ? `admin-search-${active}` : undefined}
					aria-autocomplete="list"
					autoComplete="off"
					placeholder="Name, E-Mail, Telefon oder Seite"
					value={text}
					onChange={(event) => type(event.currentTarget.value)}
					onKeyDown={onKeyDown}
				/>
				<div id="admin-search-hits" role="listbox" aria-label="Gefunden" className={styles.hits}>
					{hits.map((hit, index) => (
						// The field above keeps the focus and answers the keys.
						// oxlint-disable-next-line jsx-a11y/click-events-have-key-events
						<div
							key={hit.to}
							id={`admin-search-${index}`}
							role="option"
							tabIndex={-1}
							aria-selected={index === active}
							onClick={() => open(hit)}
							onPointerMove={() => setActive(index)}
						>
							<span>{hit.label}</span>
							{hit.detail ? <small>{hit.detail}</small> : null}
						</div>
					))}
				</div>
				<p role="status" className={styles.status}>
					{failed
						? 'Ihre Termine ließen sich gerade nicht durchsuchen. Bitte prüfen Sie Ihre Verbindung.'
						: hits.length > 0 || wanted === ''
							? ''
							: waiting
								? 'Wird gesucht …'
								: 'Nichts gefunden.'}
				</p>
			</dialog>
		</>
	)
}
