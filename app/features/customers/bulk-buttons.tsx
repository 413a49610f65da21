import { Button } from '#app/ui/button.tsx'
import styles from './customer.module.css'

/** What can be done with the chosen customers; a tag is typed or taken from those in use. */
export function BulkButtons({ tags }: { tags: string[] }) {
	return (
		<>
			<span className={styles.tagging}>
				<label htmlFor="gewaehlte-merkmal">Merkmal</label>
				<input id="gewaehlte-merkmal" name="tag" list="merkmale" maxLength={30} autoComplete="off" />
				<datalist id="merkmale">
					{tags.map((tag) => (
						<option key={tag} value={tag} />
					))}
				</datalist>
				<Button kind="secondary" name="intent" value="tag">
					Vergeben
				</Button>
				<Button kind="secondary" name="intent" value="untag">
					Entfernen
				</Button>
			</span>
			<Button kind="secondary" name="intent" value="block">
				Sperren
			</Button>
			<Button kind="secondary" name="intent" value="unblock">
				Sperre aufheben
			</Button>
		</>
	)
}
