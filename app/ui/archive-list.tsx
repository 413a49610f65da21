import { Form } from 'react-router'
import { Button } from './button.tsx'
import styles from './panel.module.css'

type Props = {
	rows: { id: string; name: string }[]
	mayManage: boolean
	intent?: string
	/** Without a box around it. */
	bare?: boolean
}

/** Archived things that are kept for their appointments, with a button to restore each. */
export function ArchiveList({ rows, mayManage, intent = 'restore', bare = false }: Props) {
	if (rows.length === 0) return null
	return (
		<details className={bare ? styles.edit : `${styles.panel} ${styles.edit}`}>
			<summary>Archiv ({rows.length})</summary>
			<p className={styles.soft}>Was nie gebucht wurde, löschen wir nach 30 Tagen im Archiv.</p>
			<ul className={styles.list}>
				{rows.map(({ id, name }) => (
					<li key={id} className={styles.item}>
						<span>{name}</span>
						{mayManage ? (
							<Form method="post" preventScrollReset>
								<input type="hidden" name="id" value={id} />
								<Button kind="plain" name="intent" value={intent} aria-label={`${name} wiederherstellen`}>
									Wiederherstellen
								</Button>
							</Form>
						) : null}
					</li>
				))}
			</ul>
		</details>
	)
}
