import { isDate } from '#app/lib/calendar-date.ts'
import { DateField } from '#app/ui/date-field.tsx'
import { SearchIcon } from '#app/ui/line-icon.tsx'
import { TimeField } from '#app/ui/time-field.tsx'
import { areaText, clock, DAY_PARTS, type DayPart, type Filters, PARAMETERS, type WhenFaults } from './filters.ts'
import styles from './search-fields.module.css'
import { DAY_NAMES, DAY_PART_NAMES } from './texts.ts'

type Props = {
	filters: Filters
	what: string
	where: string
	when: string
	today: string
	faults: WhenFaults
	large: boolean
}

/** What, where, when and the button of the search form. */
export function SearchFields({ filters, what, where, when, today, faults, large }: Props) {
	const { point, area, day, dayTo } = filters
	/** A field of "Wann", which keeps text that could not be read. */
	const typed = (name: string, chosen: string) => ({
		...{ name, defaultValue: faults[name]?.typed ?? chosen, error: faults[name]?.fault, required: false },
	})
	return (
		<div className={large ? `${styles.bar} ${styles.large}` : styles.bar}>
			<div className={styles.field}>
				<label htmlFor="suche-was">Was</label>
				<input
					id="suche-was"
					name={PARAMETERS.what}
					defaultValue={what}
					placeholder="Friseur, Massage, Reifenwechsel"
					maxLength={80}
					autoComplete="off"
					enterKeyHint="search"
				/>
				<div data-options />
			</div>
			<div className={styles.field}>
				<label htmlFor="suche-wo">Wo</label>
				<input
					id="suche-wo"
					name={PARAMETERS.where}
					defaultValue={where}
					placeholder="Stadt oder Postleitzahl"
					maxLength={80}
					autoComplete="off"
					enterKeyHint="search"
				/>
				<input
					type="hidden"
					name={PARAMETERS.point}
					defaultValue={point && !area ? `${point.latitude},${point.longitude}` : ''}
				/>
				<input type="hidden" name={PARAMETERS.area} defaultValue={area ? areaText(area) : ''} />
				<div data-options />
				<p data-hint role="status" className={styles.hint} />
			</div>
			<details className={`${styles.field} ${styles.when}`} open={Object.keys(faults).length > 0}>
				<summary>
					<span className={styles.label}>Wann</span>
					<span data-words className={styles.words}>
						{when}
					</span>
				</summary>
				<div className={styles.panel}>
					<fieldset className={styles.choices}>
						<legend>Tag</legend>
						{Object.entries(DAY_NAMES).map(([value, name]) => (
							<Choice key={value} name={PARAMETERS.day} value={value} label={name} chosen={isDate(day) ? '' : day} />
						))}
					</fieldset>
					<div className={styles.pair}>
						<DateField
							label="oder am / vom"
							{...typed(PARAMETERS.firstDay, isDate(day) ? day : '')}
							today={today}
							min={today}
						/>
						<DateField label="bis zum" {...typed(PARAMETERS.lastDay, dayTo)} today={today} min={today} />
					</div>
					<fieldset className={styles.choices}>
						<legend>Tageszeit</legend>
						<Choice name={PARAMETERS.dayPart} value="" label="Egal" chosen={filters.dayPart} />
						{(Object.keys(DAY_PARTS) as DayPart[]).map((part) => (
							<Choice
								key={part}
								name={PARAMETERS.dayPart}
								value={part}
								label={DAY_PART_NAMES[part]}
								chosen={filters.dayPart}
							/>
						))}
					</fieldset>
					<div className={styles.pair}>
						<TimeField label="oder von" {...typed(PARAMETERS.from, clock(filters.from) ?? '')} />
						<TimeField label="bis" {...typed(PARAMETERS.to, clock(filters.to) ?? '')} ends />
					</div>
				</div>
			</details>
			<div className={styles.end}>
				<button type="submit" className={styles.button}>
					<SearchIcon />
					{large ? 'Termine finden' : 'Suchen'}
				</button>
			</div>
		</div>
	)
}

function Choice({ name, value, label, chosen }: { name: string; value: string; label: string; chosen: string }) {
	return (
		<label className={styles.choice}>
			<input type="radio" name={name} value={value} defaultChecked={chosen === value} />
			<span>{label}</span>
		</label>
	)
}
