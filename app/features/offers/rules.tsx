import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Panel, Tick, Ticks } from '#app/ui/form-parts.tsx'
import { Unsaved } from '#app/ui/unsaved.tsx'
import panel from '#app/ui/panel.module.css'
import { SelectField, TextArea } from '#app/ui/text-field.tsx'
import { TimeField } from '#app/ui/time-field.tsx'
import type { OfferRule } from './rules.server.ts'

type Service = { id: string; name: string }
type Props = {
	rules: OfferRule[]
	services: Service[]
	mayManage: boolean
	/** Id of the rule whose form was refused, with everything that was typed. */
	typed?: { id: string; rule: OfferRule }
}

const FRESH: OfferRule = {
	...{ id: '', service_ids: [], active: true, horizon_hours: 24, min_gap_minutes: 0, discount_percent: 0, per_day: 3 },
	...{ from_minute: 0, to_minute: 1440, new_customers: false, text: '' },
}

/** What the location answers by itself to search orders that fit, with time that would soon stay empty. */
export function Rules({ rules, services, mayManage, typed }: Props) {
	return (
		<div className={panel.stack}>
			<p>
				Eine Regel sendet passenden Suchaufträgen von selbst ein Angebot mit Zeiten, die sonst bald leer blieben:
				zwischen 8 und 21 Uhr, jedem Suchauftrag höchstens einmal. Die Zeiten sind reserviert wie bei jedem Angebot,
				höchstens sechs Stunden.
			</p>
			{rules.map((rule) => {
				const shown = typed?.id === rule.id ? typed.rule : rule
				const title = nameOf(rule, services)
				return (
					<Panel key={rule.id} title={rule.active ? title : `${title} (ausgeschaltet)`}>
						{mayManage ? (
							<Fields rule={shown} id={rule.id} name={title} services={services} refused={typed?.id === rule.id} />
						) : (
							<p>{wordsOf(rule)}</p>
						)}
					</Panel>
				)
			})}
			{mayManage && rules.length < 5 ? (
				<Panel title="Neue Regel">
					<Fields
						key={rules.length}
						rule={typed?.id === '' ? typed.rule : FRESH}
						id=""
						name=""
						services={services}
						refused={typed?.id === ''}
					/>
				</Panel>
			) : null}
			{!mayManage && rules.length === 0 ? (
				<p>Noch gibt es keine Regel. Anlegen können sie Leitung und Inhaber:innen.</p>
			) : null}
		</div>
	)
}

const nameOf = (rule: OfferRule, services: Service[]): string =>
	services
		.filter(({ id }) => rule.service_ids.includes(id))
		.map(({ name }) => name)
		.join(', ') || 'Ohne Leistung'

const wordsOf = (rule: OfferRule): string =>
	[
		`Zeiten der nächsten ${rule.horizon_hours} Stunden`,
		rule.discount_percent ? `${rule.discount_percent} % günstiger` : '',
		`höchstens ${rule.per_day} am Tag`,
		rule.new_customers ? 'nur für neue Kund:innen' : '',
	]
		.filter(Boolean)
		.join(', ')

const clock = (minute: number): string =>
	`${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

type FieldsProps = { rule: OfferRule; id: string; name: string; services: Service[]; refused: boolean }

function Fields({ rule, id, name, services, refused }: FieldsProps) {
	const busy = useNavigation().state === 'submitting'
	return (
		<Form method="post" preventScrollReset className={panel.form}>
			<input type="hidden" name="id" value={id} />
			<Unsaved when={refused} />
			<Ticks
				legend="Leistungen"
				hint="Die erste, die passt, wird angeboten."
				name="leistung"
				choices={services.map((service) => [service.id, service.name])}
				ticked={rule.service_ids}
			/>
			<Choice label="Zeiten der nächsten" name="stunden" value={rule.horizon_hours} choices={HORIZONS} unit="Stunden" />
			<Choice label="Günstiger um" name="rabatt" value={rule.discount_percent} choices={DISCOUNTS} unit="%" />
			<Choice label="Angebote am Tag, höchstens" name="taeglich" value={rule.per_day} choices={PER_DAY} />
			<Choice
				label="Nur in freien Lücken ab"
				name="luecke"
				value={rule.min_gap_minutes}
				choices={GAPS}
				unit="Minuten"
			/>
			<TimeField label="Beginn ab" name="von" defaultValue={clock(rule.from_minute)} />
			<TimeField label="Beginn vor" name="bis" ends defaultValue={clock(rule.to_minute)} />
			<TextArea
				label="Nachricht"
				name="text"
				optional
				maxLength={500}
				rows={2}
				defaultValue={rule.text}
				className={panel.full}
			/>
			<div className={`${panel.line} ${panel.full}`}>
				<Tick name="neue" label="Nur für neue Kund:innen" checked={rule.new_customers} />
				<Tick name="aktiv" label="Eingeschaltet" checked={rule.active} />
			</div>
			<p className={`${panel.soft} ${panel.full}`}>
				Ein Rabatt steht beim Angebot nur, soweit der Preis unter Ihrem niedrigsten der letzten 30 Tage liegt.
			</p>
			<div className={panel.line}>
				<Button name="intent" value="save-rule" kind={id ? 'secondary' : 'primary'} disabled={busy}>
					{id ? 'Speichern' : 'Regel anlegen'}
				</Button>
				{id ? (
					<Button name="intent" value="delete-rule" kind="danger" formNoValidate aria-label={`Regel „${name}“ löschen`}>
						Löschen
					</Button>
				) : null}
			</div>
		</Form>
	)
}

const HORIZONS = [2, 4, 8, 12, 24, 36, 48]
const DISCOUNTS = [0, 5, 10, 15, 20, 25, 30]
const PER_DAY = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const GAPS = [0, 30, 60, 90, 120, 180, 240]

type ChoiceProps = { label: string; name: string; value: number; choices: number[]; unit?: string }

/** One of some numbers; a stored one that is none of them stays. */
function Choice({ label, name, value, choices, unit = '' }: ChoiceProps) {
	const all = [...new Set([...choices, value])].toSorted((one, other) => one - other)
	return (
		<SelectField label={label} name={name} defaultValue={value}>
			{all.map((one) => (
				<option key={one} value={one}>
					{one === 0 ? (name === 'luecke' ? 'jede Lücke' : 'kein Rabatt') : `${one} ${unit}`.trim()}
				</option>
			))}
		</SelectField>
	)
}
