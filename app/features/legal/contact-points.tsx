import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { type Operator, OperatorFact } from './operator.tsx'

/** The contact points of Art. 11 and 12 of Regulation (EU) 2022/2065, and who answers for the platform. */
export function ContactPoints({ operator }: { operator: Operator }) {
	return (
		<>
			<h2 id="direkt">Direkt erreichen</h2>
			<p>
				E-Mail: <OperatorFact operator={operator} field="email" />
				<br />
				Telefon: <OperatorFact operator={operator} field="phone" />
			</p>
			<p>
				Es antworten Menschen, auf Deutsch, in der Regel innerhalb von zwei Werktagen. Wer wir sind, steht im{' '}
				<Link to={paths.imprint()}>Impressum</Link>.
			</p>
			<h2 id="kontaktstellen">Kontaktstellen nach dem Gesetz über digitale Dienste</h2>
			<p>
				Für Nutzerinnen und Nutzer (Art. 12 der Verordnung (EU) 2022/2065): das Formular auf dieser Seite und{' '}
				<OperatorFact operator={operator} field="email" />. Sie erreichen darüber Menschen, keinen Automaten.
			</p>
			<p>
				Für Behörden der Mitgliedstaaten, die Kommission und das Europäische Gremium für digitale Dienste (Art. 11):{' '}
				<OperatorFact operator={operator} field="email" />. Sprache der Verständigung ist Deutsch.
			</p>
		</>
	)
}
