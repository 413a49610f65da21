import { Form } from 'react-router'
import type { FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage } from '#app/ui/form-parts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { PaymentPage } from './admin.contracts.ts'
import { alertText } from './words.ts'

/** What somebody has to look at, until somebody says that they have. */
export function ToCheck({ alerts, reply }: { alerts: PaymentPage['alerts']; reply?: FormReply }) {
	const open = [...new Set(alerts.filter(({ checked_at }) => checked_at === null).map(({ kind }) => kind))]
	if (open.length === 0) return null
	return (
		<Notice kind="warning" title="Zahlung prüfen">
			{open.map((kind) => (
				<p key={kind}>{alertText(kind)}</p>
			))}
			<Form method="post">
				<FormMessage reply={reply} />
				<Button name="intent" value="checked" kind="secondary">
					Als geprüft ablegen
				</Button>
			</Form>
		</Notice>
	)
}
