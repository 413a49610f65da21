import { ChipButton, ChipLink } from '#app/ui/chip.tsx'
import type { Time } from './times.ts'

/** How a time is taken: sent with the form around it, or by a link that asks for confirmation first. */
export type TimeChoice = {
	/** Address of a time; without it the form is sent with `start`. */
	linkFor?: (time: Time) => string
	/** Address the form is sent to when a time needs another one than the form's own. */
	actionFor?: (time: Time) => string | undefined
	/** The chosen start. */
	selected?: string
}

/** A free time to press. `label` is what it says; `name` what it is called when that alone says too little. */
export function TimeChip({ time, label, name, linkFor, actionFor, selected }: TimeChoice & ChipProps) {
	if (linkFor) {
		return (
			<ChipLink to={linkFor(time)} selected={time.start === selected} aria-label={name} preventScrollReset>
				{label}
			</ChipLink>
		)
	}
	return (
		<ChipButton name="start" value={time.start} formAction={actionFor?.(time)} aria-label={name}>
			{label}
		</ChipButton>
	)
}

type ChipProps = { time: Time; label: string; name?: string }
