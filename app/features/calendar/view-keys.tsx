import { useEffect, useId } from 'react'
import styles from './view-keys.module.css'

/** Where keys type or choose, the calendar does not use them. The cursor handles its own keys and prevents their default action. */
const OWN = 'input, select, textarea, [contenteditable], dialog, [role="dialog"]'
const OFF = 'zeitplatz-keys-off'

/** Whether the member has turned the letters off. */
export function keysOff(): boolean {
	return localStorage.getItem(OFF) !== null
}

type Props = {
	/** For each key, as KeyboardEvent names it in lower case: its effect in words, and the address. */
	keys: { key: string; sign: string; words: string; to: string }[]
	go: (to: string) => void
}

/** What the cursor over the times does. */
const IN_TIMES = [
	{ sign: 'Tab', words: 'in die Zeiten' },
	{ sign: '← ↑ → ↓', words: 'durch Zeiten und Termine' },
	{ sign: 'Bild ↑ ↓', words: 'eine Stunde weiter' },
	{ sign: 'Pos1 Ende', words: 'Anfang, Ende des Tages' },
	{ sign: 'Enter', words: 'öffnen, oder Neues eintragen' },
	{ sign: 'B', words: 'Sperrzeit dort eintragen' },
	{ sign: 'P', words: 'Menü der Spalte' },
	{ sign: 'Alt + Pfeil', words: 'verschieben, andere Person' },
	{ sign: 'Umschalt + ↑ ↓', words: 'kürzer, länger' },
	{ sign: 'Entf', words: 'Sperrzeit löschen' },
	{ sign: 'Esc', words: 'abbrechen, schließen' },
]

function KeyList({ title, keys }: { title: string; keys: { sign: string; words: string }[] }) {
	const id = useId()
	return (
		<section aria-labelledby={id}>
			<h2 id={id}>{title}</h2>
			<dl>
				{keys.map(({ sign, words }) => (
					<div key={sign}>
						<dt>
							<kbd>{sign}</kbd>
						</dt>
						<dd>{words}</dd>
					</div>
				))}
			</dl>
		</section>
	)
}

/** The keys of the calendar, and the sheet that lists them and turns them off. */
export function ViewKeys({ keys, go }: Props) {
	const sheet = useId()
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent): void => {
			if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
			const target = event.target as Element
			if (keysOff() || target.closest(OWN) || document.querySelector('dialog[open]')) return
			// On a German keyboard the Shift key makes both of them.
			if (event.key === '/') {
				event.preventDefault()
				document.querySelector<HTMLElement>('[data-search]')?.click()
				return
			}
			if (event.key === '?') {
				document.getElementById(sheet)?.togglePopover()
				return
			}
			// Parts that are scrolled with the arrow keys keep them.
			if (event.key.startsWith('Arrow') && target !== document.body && !target.closest('nav')) return
			const found = keys.find(({ key }) => key === event.key.toLowerCase())
			if (!found || event.shiftKey) return
			event.preventDefault()
			go(found.to)
		}
		document.addEventListener('keydown', onKeyDown)
		return () => document.removeEventListener('keydown', onKeyDown)
	}, [keys, go, sheet])
	return (
		<>
			<button type="button" popoverTarget={sheet} className={styles.button} aria-label="Tasten" title="Tasten (?)">
				?
			</button>
			<div id={sheet} popover="auto" role="dialog" aria-label="Tasten des Kalenders" className={styles.sheet}>
				<div className={styles.lists}>
					<KeyList
						title="Überall im Kalender"
						keys={[...keys, { sign: '/', words: 'Suchen' }, { sign: '?', words: 'Diese Tasten' }]}
					/>
					<KeyList title="In den Zeiten" keys={IN_TIMES} />
				</div>
				<label>
					<input
						type="checkbox"
						ref={(box) => {
							if (box) box.checked = !keysOff()
						}}
						onChange={({ currentTarget: { checked } }) => {
							if (checked) localStorage.removeItem(OFF)
							else localStorage.setItem(OFF, '1')
						}}
					/>
					Diese Tasten benutzen
				</label>
			</div>
		</>
	)
}
