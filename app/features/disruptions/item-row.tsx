import { Form, Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatSoon } from '#app/lib/dates.ts'
import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { ChipButton } from '#app/ui/chip.tsx'
import { CardLink } from '#app/ui/customer-link.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { TextArea } from '#app/ui/text-field.tsx'
import { ContactHidden, useSeesContacts } from '#app/ui/contact-data.tsx'
import styles from './disruption.module.css'
import { type DisruptionItem, isUnsettled, type ItemState, itemText, stateName } from './disruptions.ts'

/** How each state is marked. */
export const LOOKS: Record<ItemState, { icon: string; kind: BadgeKind }> = {
	open: { icon: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13', kind: 'quiet' },
	proposed: { icon: 'M8 3v5l3 2M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13', kind: 'waiting' },
	accepted: { icon: 'm3.5 8.5 3 3 6-7', kind: 'good' },
	call: {
		icon: 'M4 2h2.5l1 3.5-1.5 1a7 7 0 0 0 3.5 3.5l1-1.5 3.5 1V12a2 2 0 0 1-2 2C6.5 14 2 9.5 2 4a2 2 0 0 1 2-2',
		kind: 'bad',
	},
	moved: { icon: 'm3.5 8.5 3 3 6-7', kind: 'good' },
	cancelled: { icon: 'm4 4 8 8m0-8-8 8', kind: 'quiet' },
	kept: { icon: 'm3.5 8.5 3 3 6-7', kind: 'quiet' },
}

type Props = {
	item: DisruptionItem
	/** Id of the customer's card. */ card?: string
	zone: string
	now: Date
	ended: boolean
}

/** An appointment of a disruption: who, when, what becomes of it, and what can be done. */
export function ItemRow({ item, card, zone, now, ended }: Props) {
	const { appointment_id: id, state, contact_name: name, contact_phone: phone, contact_email: email, proposal } = item
	const sees = useSeesContacts()
	const coming = Date.parse(item.now_at) > now.getTime()
	const open = isUnsettled(item) && !ended && coming
	const text = itemText(item, zone, now)
	return (
		<li className={styles.row}>
			<span className={styles.time}>{formatSoon(item.starts_at, zone, now)}</span>
			<span className={styles.what}>
				<Link to={adminPaths.appointment(id)} className={styles.name}>
					{name}
				</Link>{' '}
				<CardLink card={card} />
				<span className={styles.soft}>
					{item.services.join(', ')} · {item.people.join(', ')}
				</span>
				{text ? <span className={styles.text}>{text}</span> : null}
			</span>
			<span className={styles.reach}>
				{!sees ? (
					<ContactHidden />
				) : phone ? (
					<PhoneLink phone={phone} aria-label={`${name} anrufen: ${phone}`} />
				) : (
					<span className={styles.soft}>{email || 'keine Nummer'}</span>
				)}
			</span>
			<Badge {...LOOKS[state]}>{stateName(item)}</Badge>
			{open ? (
				<div className={styles.actions}>
					<Form method="post" preventScrollReset className={styles.choice}>
						<input type="hidden" name="appointment" value={id} />
						{proposal ? (
							<>
								<Button kind="secondary" name="intent" value="accept">
									Am Telefon angenommen
									<span className="visually-hidden">: {name}</span>
								</Button>
								<Button kind="plain" name="intent" value="reopen">
									Zurücknehmen
									<span className="visually-hidden">: {name}</span>
								</Button>
							</>
						) : null}
					</Form>
					{!proposal && item.elsewhere ? (
						<Form method="post" preventScrollReset className={styles.choice}>
							<input type="hidden" name="appointment" value={id} />
							<span className={styles.soft}>Zur selben Zeit frei:</span>
							<ChipButton name="intent" value="elsewhere">
								<span className="visually-hidden">{name} umlegen: </span>
								{item.elsewhere}
							</ChipButton>
						</Form>
					) : null}
					{!proposal && item.options && item.options.length > 0 ? (
						<Form method="post" preventScrollReset className={styles.choice}>
							<input type="hidden" name="appointment" value={id} />
							<input type="hidden" name="intent" value="propose" />
							<span className={styles.soft}>Vorschlagen:</span>
							{item.options.map(({ starts_at: start, employee_ids: ids, people }) => (
								<ChipButton key={start} name="option" value={`${start} ${ids.length === 1 ? ids[0] : ''}`}>
									<span className="visually-hidden">{name} vorschlagen: </span>
									{formatSoon(start, zone, now)} bei {people.join(' und ')}
								</ChipButton>
							))}
						</Form>
					) : null}
					<span className={styles.ends}>
						<Form method="post" preventScrollReset>
							<input type="hidden" name="appointment" value={id} />
							<Button kind="plain" name="intent" value="keep">
								Behalten
								<span className="visually-hidden">: {name}</span>
							</Button>
						</Form>
						<Dialog label="Absagen" title={`Termin von ${name} absagen`} kind="plain">
							<Form method="post" preventScrollReset className={styles.cancel}>
								<input type="hidden" name="appointment" value={id} />
								<TextArea
									name="grund"
									id={`grund-${id}`}
									label="Grund"
									optional
									hint={email ? 'Steht in der E-Mail an die Kund:in.' : undefined}
									maxLength={1000}
									rows={2}
								/>
								<Button kind="danger" name="intent" value="cancel">
									Verbindlich absagen
								</Button>
							</Form>
						</Dialog>
					</span>
				</div>
			) : state === 'kept' && !ended && coming ? (
				<Form method="post" preventScrollReset className={styles.actions}>
					<input type="hidden" name="appointment" value={id} />
					<Button kind="plain" name="intent" value="reopen">
						Wieder öffnen
						<span className="visually-hidden">: {name}</span>
					</Button>
				</Form>
			) : null}
		</li>
	)
}
