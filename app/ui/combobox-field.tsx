import { useEffect, useEffectEvent, useRef } from 'react'
import { combobox, type Option } from './combobox.ts'
import styles from './combobox.module.css'
import { Field, type TextProps, useField } from './text-field.tsx'

export type Choice = { id: string; label: string; detail?: string }

type Props<Chosen extends Choice> = TextProps & {
	/** Name of a field submitted beside the text: the id of the chosen entry, or "" once the text is changed. */
	idName: string
	/** The id that belongs to `defaultValue`. */
	defaultId?: string
	/** Loads the entries to offer for a typed text. */
	load: (text: string, signal: AbortSignal) => Promise<Chosen[]>
	/** Called when an entry is chosen, and with undefined when the text is changed afterwards. */
	onChosen?: (choice: Chosen | undefined, field: HTMLInputElement) => void
}

/**
 * A text field that offers known entries while somebody types. Without JavaScript, or without a choice, only the text is submitted. Enter
 * takes an entry and never submits the surrounding form; Escape closes the list first, and what is around it with the next press.
 */
export function ComboboxField<Chosen extends Choice>({ idName, defaultId, load, onChosen, ...props }: Props<Chosen>) {
	const { frame, control } = useField(props)
	const input = useRef<HTMLInputElement>(null)
	const chosen = useRef<HTMLInputElement>(null)
	const place = useRef<HTMLDivElement>(null)
	const offer = useEffectEvent(async (text: string, signal: AbortSignal): Promise<(Option & { choice: Chosen })[]> => {
		const found = await load(text, signal)
		return found.map((choice) => ({ label: choice.label, detail: choice.detail ?? '', kind: '', choice }))
	})
	const tell = useEffectEvent((choice: Chosen | undefined, field: HTMLInputElement) => onChosen?.(choice, field))
	useEffect(() => {
		const [field, room] = [input.current, place.current]
		if (!field || !room || room.hasChildNodes()) return
		let known: (Option & { choice: Chosen })[] = []
		const forget = (): void => {
			if (chosen.current) chosen.current.value = ''
			tell(undefined, field)
		}
		const stay = (event: KeyboardEvent): void => {
			if (event.key === 'Enter') event.preventDefault()
		}
		field.addEventListener('input', forget)
		combobox(field, room, {
			load: async (text, signal) => (known = await offer(text, signal)),
			onChoose: (option) => {
				const choice = known.find((each) => each === option)?.choice
				if (chosen.current) chosen.current.value = choice?.id ?? ''
				if (choice) tell(choice, field)
			},
		})
		field.addEventListener('keydown', stay)
	}, [])
	return (
		<Field {...frame}>
			<input ref={input} type="text" autoComplete="off" {...control} />
			<input ref={chosen} type="hidden" name={idName} defaultValue={defaultId} />
			<div ref={place} className={styles.place} />
		</Field>
	)
}
