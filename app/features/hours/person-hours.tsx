import { Form } from 'react-router'
import type { FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Panel, type Refusal, replyTo } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { useShown } from '#app/ui/use-shown.ts'
import { weeksTyped } from './merge-weeks.ts'
import type { Preset } from './preset-choice.tsx'
import { WeekForm } from './week-form.tsx'
import { type HoursRow, periodsOf, weekAt, weekText } from './weeks.ts'
import styles from './week-form.module.css'

type Props = {
	person: { id: string; name: string; own_hours: boolean; hours: HoursRow[] }
	presets: Preset[]
	mayManage: boolean
	today: string
	refusal?: Refusal
}

/** When one person works: as the location is open, or at times of their own. */
export function PersonHours({ person, presets, mayManage, today, refusal }: Props) {
	const { id, name, own_hours, hours } = person
	const reply = replyTo(refusal, `choose${id}`)
	const others = presets.filter(({ value }) => value !== id)
	return (
		<Panel title={name}>
			{own_hours ? (
				<WeekForm
					{...{ id, hours, mayManage, today, presets: others }}
					rota
					reply={replyTo(refusal, `week${id}`)}
					periodReply={replyTo(refusal, `period${id}`)}
				/>
			) : (
				<p>
					Arbeitet zu den Öffnungszeiten: {weekText(weekAt(hours, today)) || 'noch keine eingetragen'}.
					{periodsOf(hours).length > 1 ? ' Andere Zeiträume gelten ebenso.' : ''}
				</p>
			)}
			{mayManage ? <Choice {...{ person, reply }} /> : null}
		</Panel>
	)
}

/** Changes between the location's week and one's own. */
function Choice({ person: { id, name, own_hours, hours }, reply }: Pick<Props, 'person'> & { reply?: FormReply }) {
	const shown = useShown(undefined, weeksTyped(periodsOf(hours)))
	const form = (
		<Form method="post" preventScrollReset className={panel.line}>
			<FormMessage reply={reply} />
			<input type="hidden" name="id" value={id} />
			<input type="hidden" name="shown" value={shown} />
			<input type="hidden" name="own" value={own_hours ? '' : 'on'} />
			<Button kind="secondary" name="intent" value="choose">
				{own_hours ? 'Öffnungszeiten übernehmen' : 'Eigene Zeiten festlegen'}
			</Button>
			{own_hours ? <span className={panel.soft}>Die eigenen Zeiten von {name} werden gelöscht.</span> : null}
		</Form>
	)
	if (!own_hours) return form
	return (
		<details className={`${panel.edit} ${styles.more}`} open={reply !== undefined || undefined}>
			<summary>Wie die Öffnungszeiten arbeiten</summary>
			{form}
		</details>
	)
}
