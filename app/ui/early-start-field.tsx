import { CheckField } from './check-field.tsx'

type Props = {
	/** What the id of the field begins with. */
	id: string
	/** What has to be agreed to because the visit begins so early; nothing otherwise. */
	demand?: { text: string; hash: string }
	/** The hash of the text agreed to in the last attempt. */
	agreed: string
	error?: string
}

/** The demand that the visit begins within the withdrawal period (§ 356 BGB), in the words that are stored. */
export function EarlyStartField({ id, demand, agreed, error }: Props) {
	if (!demand) return null
	return (
		<CheckField
			id={`${id}-early_start`}
			name="early_start"
			value={demand.hash}
			checked={agreed === demand.hash}
			error={error}
		>
			{demand.text}
		</CheckField>
	)
}
