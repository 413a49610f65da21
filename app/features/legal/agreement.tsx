import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import { Document } from './document.tsx'
import { AGREEMENTS, partsOf } from './agreements.ts'
import type { Agreement } from './agreements.queries.server.ts'
import { type Operator, OperatorNotice } from './operator.tsx'
import styles from './document.module.css'

type Props = { agreement: Agreement; operator: Operator }

/** An agreement with companies, in any version, to read, print and keep. */
export function AgreementDocument({ agreement, operator }: Props) {
	const { kind, version, newest, text, published_on } = agreement
	const { title, description, path, file } = AGREEMENTS[kind]
	return (
		<Document title={title} path={path()} description={description}>
			<OperatorNotice operator={operator} />
			{version === newest ? null : (
				<p className={styles.notice}>
					Das ist eine frühere Fassung. <a href={path()}>Zur Fassung, die jetzt gilt</a>
				</p>
			)}
			<p>
				Fassung {version} vom {formatDate(`${published_on}T12:00:00Z`, HOME_ZONE)}.{' '}
				<a href={file(version)} download>
					Als Textdatei speichern
				</a>
			</p>
			{partsOf(text).map((part, index) => {
				if (part.kind === 'heading') return <h2 key={index}>{part.text}</h2>
				if (part.kind === 'paragraph') return <p key={index}>{part.text}</p>
				return (
					<ul key={index}>
						{part.entries.map((entry) => (
							<li key={entry}>{entry}</li>
						))}
					</ul>
				)
			})}
			<Versions agreement={agreement} />
		</Document>
	)
}

function Versions({ agreement: { kind, version, versions } }: { agreement: Agreement }) {
	if (versions.length < 2) return null
	return (
		<>
			<h2>Alle Fassungen</h2>
			<ul>
				{versions.map((one) => (
					<li key={one.version}>
						{one.version === version ? (
							`Fassung ${one.version} (diese)`
						) : (
							<a href={AGREEMENTS[kind].path(one.version)}>Fassung {one.version}</a>
						)}
					</li>
				))}
			</ul>
		</>
	)
}
