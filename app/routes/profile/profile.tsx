import { Form } from 'react-router'
import styles from '#app/features/accounts/auth-card.module.css'
import { Devices } from '#app/features/accounts/devices.tsx'
import { OwnAppointments } from '#app/features/accounts/own-appointments.tsx'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { changeProfile, readProfile } from '#app/features/accounts/profile.server.ts'
import { fieldOf, formMessage } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { Button, lookOf } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { Route } from './+types/profile.ts'

export const loader = async ({ context, url }: Route.LoaderArgs) => ({
	...(await readProfile(context)),
	saved: url.searchParams.has('gespeichert'),
})

export const action = ({ context, request }: Route.ActionArgs) => changeProfile(context, request)

/** The own area of a signed-in person. */
export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
	const { profile, email, saved, appointments, devices } = loaderData
	const own = actionData?.form === 'profile' ? actionData.reply : undefined
	const secret = actionData?.form === 'password' ? actionData.reply : undefined
	const message = formMessage(actionData?.reply)
	return (
		<div className={styles.page}>
			<title>Mein Bereich · Zeitplatz</title>
			<meta name="robots" content="noindex" />
			<div className={styles.card}>
				<h1>{profile.name ? `Guten Tag, ${profile.name}` : 'Mein Bereich'}</h1>
				<p className={styles.lead}>{email}</p>
				{saved ? (
					<Notice kind="success" role="status">
						<p>Ihre Änderungen sind gespeichert.</p>
					</Notice>
				) : null}
				{message ? (
					<Notice kind="danger" role="alert">
						<p>{message}</p>
					</Notice>
				) : null}
				<div className={styles.section}>
					<OwnAppointments {...appointments} />
				</div>
				<h2 className={styles.more}>Meine Angaben</h2>
				<Form method="post" noValidate className={styles.form}>
					<TextField {...fieldOf(own, 'name', profile.name)} label="Name" autoComplete="name" />
					<TextField {...fieldOf(own, 'phone', profile.phone)} label="Telefon" type="tel" autoComplete="tel" optional />
					<Button kind="secondary" name="intent" value="profile">
						Angaben speichern
					</Button>
				</Form>
				<h2 className={styles.more}>Passwort</h2>
				<Form method="post" noValidate className={styles.form}>
					<PasswordField
						label="Bisheriges Passwort"
						name="current"
						autoComplete="current-password"
						error={secret?.error?.current?.[0]}
					/>
					<PasswordField
						label="Neues Passwort"
						autoComplete="new-password"
						hint="Mindestens 8 Zeichen"
						error={secret?.error?.password?.[0]}
					/>
					<Button kind="secondary" name="intent" value="password">
						Passwort ändern
					</Button>
				</Form>
				<div className={styles.more}>
					<Devices devices={devices} />
				</div>
				<h2 className={styles.more}>Meine Daten</h2>
				<p className={styles.lead}>Alles, was zu Ihrem Konto gespeichert ist, als Datei zum Mitnehmen.</p>
				<p>
					<a href={paths.ownData()} download className={lookOf({ kind: 'secondary' })}>
						Daten herunterladen
					</a>
				</p>
				<Form method="post" action={paths.logout()} className={styles.form}>
					<Button kind="plain">Abmelden</Button>
				</Form>
			</div>
		</div>
	)
}
