import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import styles from './devices.module.css'
import { Section } from './security/section.tsx'

export type Device = { id: string; name: string; since: string; present: boolean }

/** The devices on which this account is signed in, with buttons to sign out one or all. */
export function Devices({ devices }: { devices: Device[] }) {
	return (
		<Section id="geraete" title="Angemeldete Geräte">
			<ul className={styles.list}>
				{devices.map(({ id, name, since, present }) => (
					<li key={id}>
						<span>
							<strong>{name}</strong>
							<span className={styles.soft}>
								{present ? 'Dieses Gerät · ' : ''}zuletzt {since}
							</span>
						</span>
						{present ? null : (
							<Form method="post" preventScrollReset>
								<input type="hidden" name="session" value={id} />
								<Button
									kind="plain"
									name="intent"
									value="end-session"
									aria-label={`${name} abmelden, zuletzt ${since}`}
								>
									Abmelden
								</Button>
							</Form>
						)}
					</li>
				))}
			</ul>
			<Form method="post">
				<Button kind="secondary" name="intent" value="sign-out-everywhere">
					Überall abmelden
				</Button>
			</Form>
			<p className={styles.soft}>Auf anderen Geräten wirkt das nach spätestens einer Stunde.</p>
		</Section>
	)
}
