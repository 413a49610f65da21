import type { DayOption } from './days.ts'
import { PARAMETERS } from './filters.ts'
import styles from './search-fields.module.css'
import { type Suggestions, SuggestionLists } from './suggestions.tsx'

type Props = {
	suggestions: Suggestions
	days: DayOption[]
	what?: string
	where?: string
	day?: string
	/** The large form of the home page. */
	large?: boolean
}

/** What, where, when and the button; to be placed in a GET form to /listings. */
export function SearchFields({ suggestions, days, what = '', where = '', day = '', large = false }: Props) {
	return (
		<div className={large ? `${styles.bar} ${styles.large}` : styles.bar}>
			<label className={styles.field}>
				<span className={styles.label}>Was</span>
				<input
					name={PARAMETERS.what}
					defaultValue={what}
					list="was-liste"
					placeholder="Friseur, Massage, Reifenwechsel"
					maxLength={80}
					autoComplete="off"
					enterKeyHint="search"
				/>
			</label>
			<label className={styles.field}>
				<span className={styles.label}>Wo</span>
				<input
					name={PARAMETERS.where}
					defaultValue={where}
					list="wo-liste"
					placeholder="Stadt oder Postleitzahl"
					maxLength={80}
					autoComplete="off"
					enterKeyHint="search"
				/>
			</label>
			<label className={styles.field}>
				<span className={styles.label}>Wann</span>
				<select name={PARAMETERS.day} defaultValue={day}>
					{days.map((option) => (
						<option key={option.value} value={option.value}>
							{option.name}
						</option>
					))}
				</select>
			</label>
			<button type="submit" className={styles.button}>
				<svg
					width="20"
					height="20"
					viewBox="0 0 24 24"
					fill="none"
					stroke="currentColor"
					strokeWidth="2.5"
					aria-hidden="true"
				>
					<path d="M10.500 3.500a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l5 5" strokeLinecap="round" />
				</svg>
				{large ? 'Termine finden' : 'Suchen'}
			</button>
			<SuggestionLists suggestions={suggestions} />
		</div>
	)
}
