import { Badge } from './badge.tsx'
import styles from './customer-marks.module.css'

type Props = { blocked: boolean; missed: number; tags: string[]; className?: string }

/** What the desk should know of a customer at a glance: blocked, did not come, tags. */
export function CustomerMarks({ blocked, missed, tags, className = '' }: Props) {
	if (!blocked && missed === 0 && tags.length === 0) return null
	return (
		<span className={`${styles.marks} ${className}`}>
			{blocked ? <Badge kind="bad">Gesperrt</Badge> : null}
			{missed > 0 ? <Badge kind="waiting">{missed}× nicht erschienen</Badge> : null}
			{tags.map((tag) => (
				<Badge key={tag}>{tag}</Badge>
			))}
		</span>
	)
}
