import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { SearchIcon } from './line-icon.tsx'
import styles from './command-palette.module.css'
import { useGo } from './use-go.ts'

export type Hit = { to: string; label: string; detail?: string }

type Props = {
	/** Label of the field, which says what can be searched. */
	label: string
	placeholder: string
	/** The page that does the same search without JavaScript. */
	link: string
	/** Offered when the text matches their own words. */
	pages: Hit[]
	/** Results for the text last passed to `onType`. */
	found: Hit[]
	waiting: boolean
	trouble?: string
	onType: (text: string) => void
}

/**
 * Opens any page or appointment by typing; Strg/⌘ K opens it anywhere. A dialog whose field keeps the focus while arrow keys move through
 * the list.
 */
export function CommandPalette({ label, placeholder, link, pages, found, waiting, trouble, onType }: Props) {
	const dialog = useRef<HTMLDialogElement>(null)
	const go = useGo()
	const [text, setText] = useState('')
	const [active, setActive] = useState(0)

	useEffect(() => {
		const onKey = (event: globalThis.KeyboardEvent): void => {
			if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
			event.preventDefault()
			if (!dialog.current?.open) dialog.current?.showModal()
		}
		document.addEventListener('keydown', onKey)
		return () => document.removeEventListener('keydown', onKey)
	}, [])

	const wanted = text.trim().toLowerCase()
	const hits = [
		...pages.filter((page) => page.label.toLowerCase().includes(wanted)),
		...(wanted.length > 1 ? found : []),
	]
	const type = (value: string): void => {
		setText(value)
		setActive(0)
		onType(value)
	}
	const open = (hit: Hit | undefined): void => {
		if (!hit) return
		dialog.current?.close()
		go(hit.to)
	}
	const onKeyDown = (event: KeyboardEvent): void => {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
		if (step) setActive((active + step + hits.length) % Math.max(1, hits.length))
		else if (event.key === 'Enter') open(hits[active])
		else return
		event.preventDefault()
	}
	const failed = wanted.length > 1 ? trouble : undefined
	const status = failed ?? (hits.length > 0 || wanted === '' ? '' : waiting ? 'Wird gesucht …' : 'Nichts gefunden.')

	return (
		<>
			<Link
				to={link}
				className={styles.trigger}
				aria-keyshortcuts="Control+K Meta+K"
				data-search=""
				onClick={(event) => {
					event.preventDefault()
					dialog.current?.showModal()
				}}
			>
				<SearchIcon />
				<span>Suchen</span>
				<kbd aria-hidden="true">Strg K</kbd>
			</Link>
			<dialog ref={dialog} className={styles.dialog} aria-label="Suche" onClose={() => type('')}>
				<input
					role="combobox"
					aria-label={label}
					aria-expanded={hits.length > 0}
					aria-controls="command-hits"
					aria-activedescendant={hits.length > 0 ? `command-${active}` : undefined}
					aria-autocomplete="list"
					autoComplete="off"
					placeholder={placeholder}
					value={text}
					onChange={(event) => type(event.currentTarget.value)}
					onKeyDown={onKeyDown}
				/>
				<div id="command-hits" role="listbox" aria-label="Gefunden" className={styles.hits}>
					{hits.map((hit, index) => (
						// The field above keeps the focus and handles the keys.
						// oxlint-disable-next-line jsx-a11y/click-events-have-key-events
						<div
							key={hit.to}
							id={`command-${index}`}
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
					{status}
				</p>
			</dialog>
		</>
	)
}
