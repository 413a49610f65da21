import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { LineIcon } from './line-icon.tsx'

const ICONS = {
	calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
	card: 'M3.500 6h17v12.500h-17zM3.500 10.500h17M7 15h3',
	chart: 'M4 20h16M7 20v-7M12 20V5M17 20v-10',
	done: 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM8 12.200l2.800 2.800L16 9.500',
	file: 'M6 3.500h8l4 4v13H6zM14 3.500v4h4M12 17.500v-6M9.500 14l2.500-2.500 2.500 2.500',
	link: 'M10 14a4 4 0 0 0 6 .400l3-3a4.200 4.200 0 0 0-6-6l-1.200 1.200M14 10a4 4 0 0 0-6-.400l-3 3a4.200 4.200 0 0 0 6 6l1.200-1.200',
	mail: 'M3.500 6h17v12.500h-17zM4 6.500l8 6.500 8-6.500',
	people:
		'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20a6.500 6.500 0 0 1 13 0M16 4.300a3.500 3.500 0 0 1 0 6.400M18 14.500a6.500 6.500 0 0 1 3.500 5.500',
	place:
		'M12 21s-6.500-6-6.500-11a6.500 6.500 0 0 1 13 0c0 5-6.500 11-6.500 11zM12 12.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
	search: 'M10.500 3.500a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
	star: 'M12 4l2.500 5 5.500.800-4 3.900.950 5.500L12 16.600l-4.950 2.600.950-5.500-4-3.900 5.500-.800z',
}

type Props = { icon: keyof typeof ICONS; what: string; how?: string; action?: ReactNode }

/** Shown instead of an empty list: a drawing, one line that says so, one on how to add something, one button. */
export function EmptyState({ icon, what, how, action }: Props) {
	return (
		<div className={styles.empty}>
			<span className={styles.icon}>
				<LineIcon size={28} width={1.75}>
					<path d={ICONS[icon]} strokeLinecap="round" strokeLinejoin="round" />
				</LineIcon>
			</span>
			<p className={styles.what}>{what}</p>
			{how ? <p>{how}</p> : null}
			{action ? <div className={styles.action}>{action}</div> : null}
		</div>
	)
}
