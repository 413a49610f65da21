import { dateBounds, isDate } from '#app/lib/calendar-date.ts'
import { clock, DAY_PARTS, type DayPart, type Filters, PARAMETERS } from './filters.ts'
import { SearchIcon } from '#app/ui/line-icon.tsx'
import styles from './search-fields.module.css'
import { DAY_NAMES, DAY_PART_NAMES } from './texts.ts'

type Props = { filters: Filters; what: string; where: string; when: string; today: string; large: boolean }

/** What, where, when and the button of the search form. */
export function SearchFields({ filters, what, where, when, today, large }: Props) {
	const { point, day, dayTo } = filters
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
					defaultValue={point ? `${point.latitude},${point.longitude}` : ''}
				/>
				<div data-options />
				<p data-hint role="status" className={styles.hint} />
			</div>
			<details className={`${styles.field} ${styles.when}`}>
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
						<label>
							<span>oder am / vom</span>
							<input
								type="date"
								name={PARAMETERS.firstDay}
								min={today}
								max={dateBounds().max}
								defaultValue={isDate(day) ? day : ''}
							/>
						</label>
						<label>
							<span>bis zum</span>
							<input type="date" name={PARAMETERS.lastDay} min={today} max={dateBounds().max} defaultValue={dayTo} />
						</label>
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
						<label>
							<span>oder von</span>
							<input type="time" name={PARAMETERS.from} defaultValue={clock(filters.from) ?? ''} />
						</label>
						<label>
							<span>bis</span>
							<input type="time" name={PARAMETERS.to} defaultValue={clock(filters.to) ?? ''} />
						</label>
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
