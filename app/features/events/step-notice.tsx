import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { cancelledText, changedText, type Step } from './taking-back.ts'

type Props = { step: Step; version: string; told: boolean; mayTakeBack: boolean }

/**
 * What has just been done to a course, with the button that takes it back.
 * @param version of the course, as it is seen. @param told whether somebody hears of a cancellation.
 */
export function StepNotice({ step, version, told, mayTakeBack }: Props) {
	const busy = useNavigation().state !== 'idle'
	// What is seen now: whoever changes it later is not overwritten.
	const [seen] = useState(version)
	return (
		<Notice kind="success" role="status">
			<p>{step.kind === 'changed' ? changedText(step.count) : cancelledText(step.count, told)}</p>
			{mayTakeBack ? (
				<Form method="post" preventScrollReset>
					<input type="hidden" name="stand" value={seen} />
					<Button kind="secondary" name="intent" value="back" disabled={busy}>
						Rückgängig
					</Button>
				</Form>
			) : null}
		</Notice>
	)
}
