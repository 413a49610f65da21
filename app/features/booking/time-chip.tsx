import { ChipButton, ChipLink } from '#app/ui/chip.tsx'
import styles from './time-chip.module.css'
import type { Time } from './times.ts'

/** How a time is taken: sent with the form around it, or by a link that asks for confirmation first. */
export type TimeChoice = {
	/** Address of a time; without it the form is sent with `start`. */
	linkFor?: (time: Time) => string
	/** Address the form is sent to when a time needs a different one. */
	actionFor?: (time: Time) => string | undefined
	/** The chosen start. */
	selected?: string
}

/** A button for a free time. `label` is its text; `name` is its accessible name when the label alone says too little. */
export function TimeChip({ time, label, name, linkFor, actionFor, selected }: TimeChoice & ChipProps) {
	if (linkFor) {
		return (
			<ChipLink to={linkFor(time)} selected={time.start === selected} aria-label={name} preventScrollReset>
				<Label label={label} price={time.price} />
			</ChipLink>
		)
	}
	return (
		<ChipButton name="start" value={time.start} formAction={actionFor?.(time)} aria-label={name}>
			<Label label={label} price={time.price} />
		</ChipButton>
	)
}

function Label({ label, price }: { label: string; price?: string }) {
	if (!price) return <>{label}</>
	return (
		<span className={styles.priced}>
			{label}
			<span>{price}</span>
		</span>
	)
}

type ChipProps = { time: Time; label: string; name?: string }
