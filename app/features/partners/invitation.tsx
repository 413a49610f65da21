import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Hero, HeroNote, HeroWays } from '#app/ui/hero.tsx'
import styles from './partners.module.css'
import { REWARD, REWARD_WORDS, shownCode } from './words.ts'

const GAINS = [
	{
		title: 'Gefunden nach freier Zeit',
		text: 'Wer „Massage, morgen Abend“ sucht, sieht Ihr Haus, wenn dort morgen Abend etwas frei ist.',
	},
	{
		title: 'Gebucht ohne Anruf',
		text: 'Ihre Kundschaft braucht kein Konto und keine App. Verschieben und absagen geht auch online.',
	},
	{
		title: 'Ein Kalender für alle',
		text: 'Personen, Räume und Geräte, ohne doppelte Termine. Wer was darf, bestimmen Sie.',
	},
]

/** Where a partner's link leads; without a code it was none. */
export function Invitation({ code }: { code: string }) {
	return (
		<div className={styles.page}>
			<title>{code ? 'Jemand empfiehlt Ihnen Zeitplatz · Zeitplatz' : 'Code unbekannt · Zeitplatz'}</title>
			<meta name="robots" content="noindex" />
			<Hero
				title={code ? 'Jemand empfiehlt Ihnen Zeitplatz für Ihr Unternehmen.' : 'Diesen Empfehlungscode gibt es nicht.'}
			>
				{code ? (
					<p>
						Freie Zeiten zeigen, Buchungen annehmen, Kalender und Team führen. Heute kostet das nichts, und Ihre Daten
						nehmen Sie jederzeit wieder mit.
					</p>
				) : (
					<p>
						Vielleicht fehlt ein Zeichen, oder wer ihn hatte, macht nicht mehr mit. Eintragen können Sie sich trotzdem;
						einen anderen Code geben Sie in den ersten {REWARD.enterDays} Tagen unter „Unternehmen“ an.
					</p>
				)}
				<HeroWays>
					<ButtonLink to={paths.registerCompany(code || undefined)}>Unternehmen eintragen</ButtonLink>
					<ButtonLink to={paths.business()} kind="secondary">
						Erst ansehen
					</ButtonLink>
				</HeroWays>
				{code ? (
					<HeroNote>
						Code {shownCode(code)}. Wer Ihnen den Link gegeben hat, bekommt von uns {REWARD_WORDS.amount}, wenn Ihr
						Betrieb bei uns ankommt. Für Sie ändert sich dadurch nichts. <Link to={paths.partners()}>Mehr dazu</Link>
					</HeroNote>
				) : null}
			</Hero>
			<section aria-labelledby="gewinn">
				<h2 id="gewinn">Was Sie bekommen</h2>
				<ul className={styles.steps}>
					{GAINS.map(({ title, text }) => (
						<li key={title}>
							<h3>{title}</h3>
							<p>{text}</p>
						</li>
					))}
				</ul>
			</section>
		</div>
	)
}
