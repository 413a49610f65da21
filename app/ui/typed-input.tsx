import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react'
import type { Typed } from '#app/lib/typed-times.ts'
import { LineIcon } from './line-icon.tsx'
import styles from './typed-input.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
	kind: 'date' | 'time'
	/** Reads typed text in the same way as the server. */
	read: (text: string) => Typed
	/** Writes the read value as people do. */
	show: (value: string) => string
	/** Called with the result each time the field is left. */
	onRead?: (typed: Typed) => void
	/** Limits of the browser's own picker. */
	min?: string
	max?: string
	/** Without the button that opens the picker, for places with many fields side by side. */
	bare?: boolean
}

const ICONS = {
	date: { name: 'Kalender öffnen', path: 'M4 6h16v14H4ZM4 10h16M8 3v4M16 3v4' },
	time: { name: 'Zeitauswahl öffnen', path: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3 2' },
}

/**
 * A text field for a day or a time. When it is left, its text is rewritten as it was understood; without JavaScript the server reads the
 * same text. The browser's own picker is behind a button, because its field is written in the language of the browser, which is not always
 * German.
 */
export function TypedInput({ kind, read, show, onRead, min, max, bare = false, className, ...control }: Props) {
	const input = useRef<HTMLInputElement>(null)
	const picker = useRef<HTMLInputElement>(null)
	const settle = useEffectEvent((): void => {
		if (!input.current) return
		const typed = read(input.current.value)
		if (typed.value) input.current.value = show(typed.value)
		onRead?.(typed)
	})
	useEffect(() => {
		const element = input.current
		// React's own onChange fires for every letter; listeners further up get the text as it was understood.
		const change = (): void => settle()
		element?.addEventListener('change', change)
		return () => element?.removeEventListener('change', change)
	}, [])
	const text = (
		<input
			ref={input}
			type="text"
			inputMode="decimal"
			autoComplete="off"
			maxLength={40}
			data-typed={kind}
			className={`${styles.input} ${className ?? ''}`}
			{...control}
		/>
	)
	if (bare) return text
	const take = (value: string): void => {
		if (!input.current || !value) return
		input.current.value = show(value)
		for (const event of ['input', 'change']) input.current.dispatchEvent(new Event(event, { bubbles: true }))
	}
	const open = (): void => {
		if (!picker.current || !input.current) return
		picker.current.value = read(input.current.value).value
		picker.current.showPicker()
	}
	const { name, path } = ICONS[kind]
	return (
		<span className={styles.frame}>
			{text}
			<button type="button" className={styles.button} aria-label={name} title={name} onClick={open}>
				<LineIcon width={1.75}>
					<path d={path} strokeLinecap="round" strokeLinejoin="round" />
				</LineIcon>
			</button>
			<input
				ref={picker}
				type={kind}
				min={min}
				max={max}
				className={styles.picker}
				tabIndex={-1}
				aria-hidden="true"
				onChange={({ currentTarget }) => take(currentTarget.value)}
			/>
		</span>
	)
}
