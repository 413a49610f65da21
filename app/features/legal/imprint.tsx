import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { Document } from './document.tsx'
import { type Operator, OperatorFact, OperatorNotice } from './operator.tsx'

/** Who answers for the platform: § 5 DDG. */
export function ImprintDocument({ operator }: { operator: Operator }) {
	return (
		<Document title="Impressum" path={paths.imprint()} description="Wer Zeitplatz betreibt und wie Sie uns erreichen.">
			<OperatorNotice operator={operator} />
			<h2>Angaben nach § 5 DDG</h2>
			<p>
				<OperatorFact operator={operator} field="name" />
				<br />
				<OperatorFact operator={operator} field="street" />
				<br />
				<OperatorFact operator={operator} field="place" />
			</p>
			<p>
				Vertreten durch: <OperatorFact operator={operator} field="representative" />
			</p>
			<h2>Kontakt</h2>
			<p>
				E-Mail: <OperatorFact operator={operator} field="email" />
				<br />
				Telefon: <OperatorFact operator={operator} field="phone" />
			</p>
			<h2>Register und Umsatzsteuer</h2>
			<p>
				Registereintrag: <OperatorFact operator={operator} field="register" />
				<br />
				Umsatzsteuer-Identifikationsnummer: <OperatorFact operator={operator} field="vatId" />
			</p>
			<h2>Verantwortlich für den Inhalt</h2>
			<p>
				Für die Seiten der Unternehmen ist das jeweilige Unternehmen verantwortlich; sein Impressum steht auf seiner
				Seite. Für alles andere: <OperatorFact operator={operator} field="representative" />, Anschrift wie oben.
			</p>
			<h2>Zentrale Kontaktstelle</h2>
			<p>
				Nutzende und Behörden erreichen uns nach Art. 11 und 12 der Verordnung (EU) 2022/2065 auf Deutsch unter{' '}
				<OperatorFact operator={operator} field="email" />, Nutzende auch über das Formular auf der Seite{' '}
				<Link to={paths.contact()}>Kontakt</Link>.
			</p>
			<h2>Streitbeilegung</h2>
			<p>
				Wir nehmen nicht an Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teil und sind dazu nicht
				verpflichtet.
			</p>
		</Document>
	)
}
