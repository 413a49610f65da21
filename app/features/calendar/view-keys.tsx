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

/** The keys of the calendar, and the sheet that lists them and turns them off. */
export function ViewKeys({ keys, go }: Props) {
	const sheet = useId()
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent): void => {
			if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
			const target = event.target as Element
			if (keysOff() || target.closest(OWN) || document.querySelector('dialog[open]')) return
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
				<dl>
					{keys.map(({ key, sign, words }) => (
						<div key={key}>
							<dt>
								<kbd>{sign}</kbd>
							</dt>
							<dd>{words}</dd>
						</div>
					))}
				</dl>
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
