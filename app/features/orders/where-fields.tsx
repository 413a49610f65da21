import { type FormReply, fieldOf } from '#app/lib/form.ts'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import { Segments } from './order-step.tsx'
import { RADII } from './radii.ts'
import styles from './order-steps.module.css'

export type CategoryGroup = { name: string; options: { slug: string; name: string }[] }

type CategoryProps = {
	reply?: FormReply
	stored: string
	groups: CategoryGroup[]
	/** What the first entry says, which chooses nothing. */
	none: string
	required?: boolean
}

/** All categories, by their top ones. */
export function CategoryField({ reply, stored, groups, none, required = false }: CategoryProps) {
	return (
		<SelectField label="Kategorie" {...fieldOf(reply, 'kategorie', stored)} required={required}>
			<option value="">{none}</option>
			{groups.map((group) => (
				<optgroup key={group.name} label={group.name}>
					{group.options.map(({ slug, name }) => (
						<option key={slug} value={slug}>
							{name}
						</option>
					))}
				</optgroup>
			))}
		</SelectField>
	)
}

/** A place and how far around it. */
export function PlaceFields({ reply, stored }: { reply?: FormReply; stored: { wo: string; umkreis: string } }) {
	return (
		<div className={styles.pair}>
			<TextField
				label="Ort"
				{...fieldOf(reply, 'wo', stored.wo)}
				placeholder="Stadt oder Postleitzahl"
				maxLength={80}
				autoComplete="postal-code"
			/>
			<Segments
				legend="Umkreis"
				name="umkreis"
				chosen={fieldOf(reply, 'umkreis', stored.umkreis).defaultValue}
				options={RADII.map((km) => ({ value: String(km), label: `${km} km` }))}
			/>
		</div>
	)
}

/** The highest price that somebody wants to pay. */
export function BudgetField({ reply, stored }: { reply?: FormReply; stored: string }) {
	return (
		<TextField
			label="Höchstens"
			{...fieldOf(reply, 'hoechstens', stored)}
			optional
			inputMode="decimal"
			placeholder="90,00 €"
			maxLength={20}
		/>
	)
}
