import type { ReactNode } from 'react'
import { LineIcon } from '#app/ui/line-icon.tsx'
import type { ListingData } from './listing.queries.server.ts'
import { type Trust, trustWords } from './texts.ts'
import styles from './trust.module.css'

/** What can be relied on before booking, each fact with its sign. */
export function TrustBand({ data }: { data: ListingData }) {
	const facts = trustWords({
		...{ hours: data.cancellation_hours, byHand: data.confirms_by_hand, attributes: data.attributes },
	})
	return (
		<ul className={styles.band} aria-label="Gut zu wissen">
			{facts.map(({ kind, text }) => (
				<li key={kind}>
					<LineIcon size={22} width={1.75}>
						{SIGNS[kind]}
					</LineIcon>
					{text}
				</li>
			))}
		</ul>
	)
}

const SIGNS: Record<Trust, ReactNode> = {
	confirmed: <path d="M13 3 5 13.500h6L10 21l8-10.500h-6Z" strokeLinejoin="round" />,
	cancel: (
		<path d="M8.500 5 4 9.500l4.500 4.500M4 9.500h10a5 5 0 0 1 0 10H9" strokeLinecap="round" strokeLinejoin="round" />
	),
	pay: <path d="M3.500 6h17v12h-17ZM3.500 10h17M7 14.500h3" strokeLinejoin="round" />,
	access: (
		<path
			d="M11 8v6h4.500l2.500 5M11 10.500h4M8 11.500a4.750 4.750 0 1 0 6 6M11 5.500v-.010"
			strokeLinecap="round"
			strokeLinejoin="round"
		/>
	),
}
