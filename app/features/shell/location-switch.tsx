import { Form, useLocation, useSubmit } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import styles from './admin-shell.module.css'
import type { ShellData } from './admin-shell.tsx'
import { NEW_COMPANY } from './new-company.ts'

type SwitchProps = Pick<ShellData, 'company' | 'locations' | 'location' | 'elsewhere'>

/** The chosen location among those of all companies of the person; its last choice leads to the registration of a further company. */
export function LocationSwitch({ company, locations, location, elsewhere }: SwitchProps) {
	const submit = useSubmit()
	const { pathname } = useLocation()
	if (elsewhere.length === 0 && locations.length < 2) return <span className={styles.place}>{locations[0]?.name}</span>
	const companies = [{ ...company, locations }, ...elsewhere]
	const chosen = location?.id ?? company.id
	return (
		<Form method="post" data-fleeting action={adminPaths.home()} className={styles.place}>
			{/* A page about one location or appointment does not exist for another location. */}
			<input type="hidden" name="back" value={/[\da-f]{8}-/.test(pathname) ? adminPaths.dashboard() : pathname} />
			<label className="visually-hidden" htmlFor="admin-location">
				Standort
			</label>
			<select
				id="admin-location"
				name="location"
				key={chosen}
				defaultValue={chosen}
				onChange={(event) => void submit(event.currentTarget.form)}
			>
				{elsewhere.length === 0
					? locations.map(({ id, name }) => (
							<option key={id} value={id}>
								{name}
							</option>
						))
					: companies.map((each) => (
							<optgroup key={each.id} label={each.name}>
								{/* A company without a location is itself the choice. */}
								{(each.locations.length > 0 ? each.locations : [{ id: each.id, name: each.name }]).map(
									({ id, name }) => (
										<option key={id} value={id}>
											{name}
										</option>
									),
								)}
							</optgroup>
						))}
				<hr />
				<option value={NEW_COMPANY}>Neues Unternehmen …</option>
			</select>
			<noscript>
				<button type="submit">Wechseln</button>
			</noscript>
		</Form>
	)
}
