import { Form } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { FormReply } from '#app/lib/form.ts'
import { formatNumber } from '#app/lib/numbers.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { FormMessage, Panel } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { ToldProgress } from '#app/ui/told-progress.tsx'
import { useProgress } from '#app/ui/use-progress.ts'
import styles from './import.module.css'

const PAUSE_MS = 1500

type Progress = Record<'waiting' | 'made' | 'known' | 'refused' | 'removed' | 'stays', number>
type Props = { id: string; state: string; progress: Progress; reply?: FormReply; mayUndo: boolean }

const TITLES: Record<string, string> = {
	running: 'Der Import läuft',
	stopped: 'Der Import ist angehalten',
	done: 'Der Import ist fertig',
	undoing: 'Der Import wird zurückgenommen',
	undone: 'Der Import ist zurückgenommen',
}

const counted = (count: number, one: string, more: string): string =>
	`${formatNumber(count)} ${count === 1 ? one : more}`

/** How far an import is; it goes on by itself, whether anybody watches or not. */
export function ImportProgress({ id, state, progress, reply, mayUndo }: Props) {
	const working = state === 'running' || state === 'undoing'
	useProgress(working, PAUSE_MS)
	const { waiting, made, known, refused, removed, stays } = progress
	const total = waiting + made + known + refused + removed + stays
	const done = state === 'undoing' ? removed + stays : total - waiting
	const most = state === 'undoing' ? made + removed + stays : total
	return (
		<Panel title={TITLES[state] ?? state}>
			<ToldProgress what={TITLES[state] ?? state} {...(working ? { done, most } : {})} />
			<p>
				{formatNumber(done)} von {formatNumber(most)} Zeilen
			</p>
			<progress className={styles.bar} max={most} value={done} aria-label="Fortschritt" />
			<ul>
				{made > 0 || removed === 0 ? <li>{counted(made, 'neue Karte', 'neue Karten')}</li> : null}
				<li>{counted(known, 'Person', 'Personen')} gab es schon</li>
				<li>{counted(refused, 'Zeile', 'Zeilen')} nicht lesbar</li>
				{removed > 0 ? <li>{counted(removed, 'Karte', 'Karten')} wieder entfernt</li> : null}
				{stays > 0 ? <li>{counted(stays, 'Karte', 'Karten')} geblieben, weil seitdem benutzt oder geändert</li> : null}
			</ul>
			{known + refused + stays > 0 ? (
				<p>
					<a href={adminPaths.importFile(id)} download>
						Diese Zeilen mit dem Grund als CSV-Datei
					</a>
				</p>
			) : null}
			<Form method="post" preventScrollReset>
				<FormMessage reply={reply} />
				<div className={panel.line}>
					{state === 'running' ? (
						<Button name="intent" value="stop" kind="secondary">
							Anhalten
						</Button>
					) : null}
					{state === 'stopped' ? (
						<Button name="intent" value="start" kind="primary">
							Weitermachen
						</Button>
					) : null}
					{mayUndo && ['running', 'stopped', 'done'].includes(state) ? (
						<Button name="intent" value="undo" kind="danger">
							Import zurücknehmen
						</Button>
					) : null}
					{working ? null : (
						<ButtonLink to={adminPaths.customers({ sortierung: '-neu' })} kind="secondary">
							Zu den Kund:innen
						</ButtonLink>
					)}
				</div>
			</Form>
		</Panel>
	)
}
