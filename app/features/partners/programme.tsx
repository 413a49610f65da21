import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Hero, HeroNote, HeroWays } from '#app/ui/hero.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import styles from './partners.module.css'
import { REWARD, REWARD_WORDS } from './words.ts'

const { days, visits, people, enterDays } = REWARD

const STEPS = [
	{
		title: 'Mitmachen',
		text: 'Mit Ihrem Konto oder für Ihr Unternehmen. Sie bekommen einen Code, einen Link und einen QR-Code.',
	},
	{
		title: 'Empfehlen',
		text: 'Geben Sie den Link weiter, oder nennen Sie den Code. Er ist kurz und ohne Zeichen, die man verwechselt.',
	},
	{
		title: 'Ankommen lassen',
		text: `Das Unternehmen trägt sich ein. Den Code kann es auch danach noch angeben, ${enterDays} Tage lang.`,
	},
	{
		title: 'Verdienen',
		text: `Läuft der Betrieb über Zeitplatz, bekommen Sie ${REWARD_WORDS.amount}. Wir schreiben Ihnen.`,
	},
]

const EARNED = [
	`Ein Standort ist seit mindestens ${days} Tagen veröffentlicht.`,
	`Seit der Empfehlung haben dort mindestens ${visits} Termine stattgefunden.`,
	`Diese Termine hatten mindestens ${people} verschiedene Personen, die nicht dort arbeiten.`,
]

const NOT = [
	'Unternehmen, zu denen Sie selbst gehören',
	'wenn auf beiden Seiten dieselbe E-Mail-Adresse oder eigene Domain, Telefonnummer, Steuernummer oder Bankverbindung steht',
	'Unternehmen, die sich gegenseitig oder im Kreis empfehlen',
	'Unternehmen, die vorher schließen, und Probezugänge',
]

const QUESTIONS = [
	{
		question: 'Wann kommt das Geld?',
		answer:
			'Zeitplatz zahlt noch nicht automatisch aus. Eine verdiente Belohnung bleibt bei Ihnen als „verdient“ stehen, bis wir sie von Hand überweisen oder gutschreiben, spätestens nach 30 Tagen. Was wir dafür brauchen, fragen wir per E-Mail.',
	},
	{
		question: 'Sehe ich, wer über meinen Link kam?',
		answer:
			'Sie sehen, wie oft der Link je Tag geöffnet wurde und was aus jeder Empfehlung geworden ist. Namen zeigen wir nicht, weder von Unternehmen noch von Menschen.',
	},
	{
		question: 'Jemand hat meinen Link geöffnet und sich später ohne ihn eingetragen. Zählt das?',
		answer: `Von selbst nicht: Wir setzen kein Cookie und merken uns keine Adresse. Das Unternehmen gibt den Code dann unter „Unternehmen“ an, in den ersten ${enterDays} Tagen.`,
	},
	{
		question: 'Kann ich so viele empfehlen, wie ich möchte?',
		answer:
			'Ja. Für jedes Unternehmen zählt eine Empfehlung, und zwar die erste. Sagen Sie bitte dazu, dass Sie etwas dafür bekommen können, und senden Sie niemandem unerwünschte Werbung.',
	},
	{
		question: 'Was kostet das die Unternehmen?',
		answer: 'Nichts. Für sie gelten dieselben Preise wie für alle anderen.',
	},
]

/** What recommending the platform brings, when, and what does not count. */
export function Programme() {
	const path = paths.partners()
	return (
		<div className={styles.page}>
			<PageHead
				title={`Partnerprogramm: ${REWARD_WORDS.amount} für jede Empfehlung`}
				path={path}
				description={`Empfehlen Sie Zeitplatz anderen Betrieben: ${REWARD_WORDS.amount} für jeden, der bleibt. Ohne Cookies und ohne Haken.`}
			/>
			<Breadcrumbs
				crumbs={[
					{ name: 'Startseite', path: '/' },
					{ name: 'Für Unternehmen', path: paths.business() },
					{ name: 'Partnerprogramm', path },
				]}
			/>
			<Hero title={`Empfehlen Sie Zeitplatz. Sie bekommen ${REWARD_WORDS.amount}.`}>
				<p>
					Für jedes Unternehmen, das durch Sie kommt und bei uns ankommt. Sie kennen Ihren Salon, Ihre Praxis, Ihre
					Werkstatt am besten: Ein Wort von Ihnen zählt mehr als jede Anzeige.
				</p>
				<HeroWays>
					<ButtonLink to={paths.profilePartners()}>Mitmachen</ButtonLink>
				</HeroWays>
				<HeroNote>
					Kostenlos, jederzeit zu beenden. Es gelten die <Link to={paths.partnerTerms()}>Bedingungen</Link>.
				</HeroNote>
			</Hero>
			<section aria-labelledby="weg">
				<h2 id="weg">So geht es</h2>
				<ol className={styles.steps}>
					{STEPS.map(({ title, text }) => (
						<li key={title}>
							<h3>{title}</h3>
							<p>{text}</p>
						</li>
					))}
				</ol>
			</section>
			<section aria-labelledby="genau">
				<h2 id="genau">Ganz genau</h2>
				<div className={styles.pair}>
					<div>
						<h3>Verdient, wenn alles zutrifft</h3>
						<ul>
							{EARNED.map((one) => (
								<li key={one}>{one}</li>
							))}
						</ul>
					</div>
					<div>
						<h3>Was nicht zählt</h3>
						<ul>
							{NOT.map((one) => (
								<li key={one}>{one}</li>
							))}
						</ul>
					</div>
				</div>
				<p>
					Wir prüfen täglich und nennen Ihnen den Grund, wenn etwas nicht zählt. Ist es nach einem Jahr nicht so weit,
					endet die Empfehlung.
				</p>
				<Notice title="Ausgezahlt wird zurzeit von Hand">
					<p>Verdient bleibt verdient: Wir melden uns bei Ihnen und überweisen innerhalb von 30 Tagen.</p>
				</Notice>
			</section>
			<section aria-labelledby="fragen" className={styles.questions}>
				<h2 id="fragen">Fragen und Antworten</h2>
				{QUESTIONS.map(({ question, answer }) => (
					<div key={question}>
						<h3>{question}</h3>
						<p>{answer}</p>
					</div>
				))}
			</section>
		</div>
	)
}
