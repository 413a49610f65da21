import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { LineIcon } from '#app/ui/line-icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Done, Outcome } from './actions.server.ts'
import styles from './request-page.module.css'
import type { headOf } from './view.ts'

/** The frame of every page about a wish. */
export function RequestFrame({ title, children }: { title: string; children: ReactNode }) {
	return (
		<div className={styles.page} data-links>
			<title>{`${title} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			{children}
		</div>
	)
}

/** What the last form has led to. @param done the word of an earlier page's form @param words sentences by such words */
export function News({
	outcome,
	done,
	words,
}: {
	outcome?: Outcome
	done?: string
	words: Partial<Record<Done, string>>
}) {
	const news = outcome && 'done' in outcome ? outcome.done : done
	const said = news && (words as Record<string, string | undefined>)[news]
	return (
		<>
			{outcome && 'message' in outcome ? <Notice kind="danger" role="alert" title={outcome.message} /> : null}
			{said ? (
				<Notice kind="success" role="status">
					<p>{said}</p>
				</Notice>
			) : null}
		</>
	)
}

/** When and where somebody can, in short. */
export function Wishes({
	head,
}: {
	head: Pick<ReturnType<typeof headOf>, 'windows' | 'place' | 'budget' | 'persons'>
}) {
	const { windows, place, budget, persons } = head
	return (
		<ul className={styles.wishes} aria-label="Ihr Wunsch">
			{windows.map((window) => (
				<li key={window}>
					<LineIcon size={16}>
						<path d="M4 6h16v14H4zM4 10h16M8 3v4M16 3v4" />
					</LineIcon>
					{window}
				</li>
			))}
			{place ? (
				<li>
					<LineIcon size={16}>
						<path d="M12 21s-6.500-6-6.500-11a6.500 6.500 0 0 1 13 0c0 5-6.500 11-6.500 11z" />
						<circle cx="12" cy="10" r="2.500" />
					</LineIcon>
					{place}
				</li>
			) : null}
			{budget ? <li>{budget}</li> : null}
			{persons ? <li>{persons}</li> : null}
		</ul>
	)
}

/** Says that the page keeps itself current, and how without script. @param children until when it holds */
export function Live({ id, words, children }: { id: string; words: string; children: ReactNode }) {
	return (
		<p className={styles.live}>
			<LineIcon size={16}>
				<circle cx="12" cy="12" r="8.500" />
				<path d="M12 7.500V12l3 2" />
			</LineIcon>
			<span role="status" className={styles.scripted}>
				{words}
			</span>
			<span className={styles.plain}>
				<Link to={paths.request(id)} reloadDocument>
					Neu laden
				</Link>
			</span>
			<span className={styles.soft}>{children}</span>
		</p>
	)
}
