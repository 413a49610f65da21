import { Form, useNavigation, useSearchParams } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import styles from './profile.module.css'
import frame from '#app/ui/rows.module.css'
import own from './relatives.module.css'
import type { Relative } from './relatives.server.ts'

type Refused = { name: string; year: string; errors: Partial<Record<'name' | 'year', string>> }

const SAVED: Record<string, string> = {
	ja: 'Gespeichert. Beim Buchen können Sie diese Person auswählen.',
	entfernt: 'Entfernt. Gebuchte Termine bleiben, wie sie sind.',
}

/** For whom somebody books besides themselves, and a form for one more. */
export function Relatives({ relatives, refused }: { relatives: Relative[]; refused?: Refused }) {
	const [query] = useSearchParams()
	const busy = useNavigation().state === 'submitting'
	const form = useAnswerFocus<HTMLFormElement>(refused)
	const saved = refused ? undefined : SAVED[query.get('gespeichert') ?? '']
	return (
		<>
			{saved ? (
				<Notice kind="success" role="status">
					<p>{saved}</p>
				</Notice>
			) : null}
			{relatives.length > 0 ? (
				<ul className={`${frame.rows} ${own.list}`}>
					{relatives.map(({ id, name, birth_year: year }) => (
						<li key={id}>
							<span>
								<strong>{name}</strong>
								{year ? `, Jahrgang ${year}` : ''}
							</span>
							<Form method="post" preventScrollReset>
								<input type="hidden" name="id" value={id} />
								<Button kind="plain" name="intent" value="drop" disabled={busy} aria-label={`${name} entfernen`}>
									Entfernen
								</Button>
							</Form>
						</li>
					))}
				</ul>
			) : null}
			<section aria-labelledby="weitere" className={styles.block}>
				<h2 id="weitere">{relatives.length > 0 ? 'Weitere Person' : 'Erste Person'}</h2>
				<Form key={relatives.length} method="post" noValidate ref={form} className={styles.form}>
					<TextField
						name="name"
						label="Name"
						autoComplete="off"
						maxLength={120}
						defaultValue={refused?.name}
						error={refused?.errors.name}
					/>
					<TextField
						name="year"
						label="Geburtsjahr"
						optional
						hint="Nur für Sie, zum Beispiel 2017. Betriebe bekommen es nicht."
						inputMode="numeric"
						autoComplete="off"
						maxLength={4}
						defaultValue={refused?.year}
						error={refused?.errors.year}
					/>
					<div className={styles.actions}>
						<Button kind="secondary" name="intent" value="save" disabled={busy}>
							Person speichern
						</Button>
					</div>
				</Form>
			</section>
		</>
	)
}
