import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import panel from '#app/ui/panel.module.css'
import styles from './week-form.module.css'

export type Preset = { value: string; label: string }

type Props = { id: string; presets: Preset[]; reply?: FormReply; open: boolean }

/** Fills the week with a usual one or with somebody else's, to be looked at before it is saved. */
export function PresetChoice({ id, presets, reply, open }: Props) {
	return (
		<details className={styles.copy} open={open || undefined} data-presets={id}>
			<summary>Vorlage verwenden</summary>
			<div className={panel.line}>
				<SelectField {...fieldOf(reply, 'preset')} label="Vorlage">
					<option value="">–</option>
					{presets.map(({ value, label }) => (
						<option key={value} value={value}>
							{label}
						</option>
					))}
				</SelectField>
				<Button kind="secondary" name="intent" value="preset">
					Einsetzen
				</Button>
			</div>
		</details>
	)
}
