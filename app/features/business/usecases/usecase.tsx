import { Link } from 'react-router'
import type { TemplateGroup } from '#app/features/services/service-templates.server.ts'
import { priceText } from '#app/lib/money.ts'
import { formatNumber } from '#app/lib/numbers.ts'
import { paths } from '#app/lib/paths.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import buttons from '#app/ui/button.module.css'
import { PageHead } from '#app/ui/page-head.tsx'
import page from '../business.module.css'
import type { Moment } from './days.ts'
import { CRUMBS } from './usecases.tsx'
import styles from './usecases.module.css'

type Props = {
	trade: { slug: string; name: string }
	day: readonly Moment[]
	groups: TemplateGroup[]
	/** How many businesses of the trade can be booked; 0 is not shown. */
	businesses: number
	/** What is said about prices. */
	words: { today: string }
}

/** A working day in one trade, its template services, and how to begin. */
export function Usecase({ trade: { slug, name }, day, groups, businesses, words }: Props) {
	const path = paths.usecase(slug)
	const templates = groups.reduce((sum, group) => sum + group.templates.length, 0)
	return (
		<div className={page.page}>
			<PageHead
				title={`${name}: ein Arbeitstag mit Zeitplatz`}
				path={path}
				description={`So hilft Zeitplatz im Bereich ${name}: ${day.map(([, title]) => title).join(', ')}. Mit ${templates} Leistungen als Vorlage.`}
			/>
			<Breadcrumbs crumbs={[...CRUMBS, { name, path }]} />
			<h1 className={page.title}>{name}: ein Arbeitstag</h1>
			<ol className={styles.day}>
				{day.map(([time, title, text]) => (
					<li key={time}>
						<p className={styles.time}>{time}</p>
						<div>
							<h2>{title}</h2>
							<p>{text}</p>
						</div>
					</li>
				))}
			</ol>
			<section aria-labelledby="vorlagen">
				<h2 id="vorlagen">{templates} Leistungen als Vorlage</h2>
				<p>Beim Einrichten haken Sie an, was Sie anbieten. Dauer und Preis sind Vorschläge, die Sie ändern.</p>
				<div className={styles.groups}>
					{groups.map((group) => (
						<section key={group.id} aria-label={group.name}>
							<h3>{group.name}</h3>
							<ul>
								{group.templates.map((template) => (
									<li key={template.key}>
										<span>{template.name}</span>
										<span className={styles.figures}>
											{template.minutes} min · {priceText(template.cents)}
										</span>
									</li>
								))}
							</ul>
						</section>
					))}
				</div>
			</section>
			<section aria-labelledby="beginn" className={page.now}>
				<div>
					<h2 id="beginn">So fangen Sie an</h2>
					<p>{words.today}</p>
					{businesses > 0 ? (
						<p>
							<a href={paths.category(slug)}>
								{businesses === 1 ? 'Ein Betrieb' : `${formatNumber(businesses)} Betriebe`} dieser Branche auf Zeitplatz
							</a>
						</p>
					) : null}
				</div>
				<p className={page.ways}>
					<Link to={paths.registerCompany()} className={buttons.primary}>
						Unternehmen eintragen
					</Link>
					<Link to={paths.demo()} className={buttons.secondary}>
						Ohne Anmeldung ausprobieren
					</Link>
					<Link to={paths.prices()} className={buttons.plain}>
						Preise
					</Link>
				</p>
			</section>
		</div>
	)
}
