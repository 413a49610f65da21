import { Form } from 'react-router'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import { useShown } from '#app/ui/use-shown.ts'
import { accountNumbers, CHARTS, LEDGER_ACCOUNTS } from './accounts.ts'
import { BOOKKEEPING_LABELS, type BookkeepingSettings, bookkeepingTyped, MONTHS } from './bookkeeping.ts'

type Props = { kept: BookkeepingSettings | null; smallBusiness: boolean; reply?: FormReply }

/** The adviser's numbers, and the accounts; an empty one is the usual one of the chart. */
export function BookkeepingForm({ kept, smallBusiness, reply }: Props) {
	const typed = bookkeepingTyped(kept)
	const shown = useShown(reply, typed)
	const usual = accountNumbers({ chart: kept?.chart ?? '03', accounts: {} }, smallBusiness)
	const field = (name: keyof BookkeepingSettings) => ({
		...{ ...fieldOf(reply, name, String(typed[name])), label: BOOKKEEPING_LABELS[name] },
	})
	const numeric = { inputMode: 'numeric' as const, autoComplete: 'off', maxLength: 12 }
	return (
		<Form method="post" noValidate key={shown} className={panel.form}>
			<FormMessage reply={reply} />
			<input type="hidden" name="shown" value={shown} />
			<TextField {...field('consultant')} hint="Nennt Ihnen Ihre Steuerberatung" {...numeric} />
			<TextField {...field('client')} hint="Ihre Nummer bei der Steuerberatung" {...numeric} />
			<SelectField {...field('chart')}>
				{Object.entries(CHARTS).map(([chart, name]) => (
					<option key={chart} value={chart}>
						{name}
					</option>
				))}
			</SelectField>
			<SelectField {...field('year_begins')}>
				{MONTHS.map((name, place) => (
					<option key={name} value={place + 1}>
						{name}
					</option>
				))}
			</SelectField>
			<h3 className={panel.full}>Konten</h3>
			<p className={`${panel.soft} ${panel.full}`}>Ein leeres Feld heißt: das übliche Konto des Kontenrahmens.</p>
			{LEDGER_ACCOUNTS.map((name) => (
				<TextField key={name} {...field(name)} hint={`Üblich: ${usual[name]}`} {...numeric} optional />
			))}
			<Button name="intent" value="bookkeeping" className={panel.send}>
				Speichern
			</Button>
		</Form>
	)
}
