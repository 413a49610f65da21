import { Form } from 'react-router'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { FormMessage } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { TextField } from '#app/ui/text-field.tsx'

type Props = {
	/** What can still go back, in cents. */
	left: number
	/** Sending the form again with it gives back once. */
	refundKey: string
	test: boolean
	reply?: FormReply
}

/** Gives back all that is left of a payment, or a part; asked for first. */
export function RefundForm({ left, refundKey, test, reply }: Props) {
	if (left <= 0) return <p className={panel.soft}>Von dieser Zahlung ist nichts mehr zu erstatten.</p>
	const whole = (left / 100).toFixed(2).replace('.', ',')
	return (
		<div className={panel.line}>
			<Dialog label="Geld erstatten" kind="secondary" refused={reply !== undefined}>
				<Form method="post" noValidate className={panel.form}>
					<FormMessage reply={reply} />
					<input type="hidden" name="key" value={refundKey} />
					<p className={panel.full}>
						Das Geld geht auf dem Weg zurück, auf dem bezahlt wurde. Das lässt sich nicht zurücknehmen, und der Termin
						bleibt, wie er ist.
						{test ? ' Dies ist eine Testzahlung: Es fließt kein Geld.' : ''}
					</p>
					<TextField
						{...fieldOf(reply, 'amount', whole)}
						label="Betrag in Euro"
						hint={`Alles sind ${formatPrice(left)}. Für einen Teil geben Sie weniger an.`}
						inputMode="decimal"
						autoComplete="off"
						maxLength={12}
						className={panel.full}
					/>
					<TextField
						{...fieldOf(reply, 'note')}
						label="Notiz für Ihr Team"
						optional
						maxLength={500}
						className={panel.full}
					/>
					<Button name="intent" value="refund" kind="danger" className={panel.send}>
						Verbindlich erstatten
					</Button>
				</Form>
			</Dialog>
		</div>
	)
}
