import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field-error.tsx'
import styles from './text-field.module.css'

type Shared = {
	label: string
	/** Name of the value in the form. */
	name: string
	/** What to type, shown below the label. */
	hint?: ReactNode
	/** What is wrong with the typed value, in one sentence. */
	error?: string
}

type Props<Tag extends 'input' | 'textarea' | 'select'> = Shared & { optional?: boolean } & ComponentProps<Tag>
export type TextProps = Props<'input'>

/** A line of text with label, hint and error, wired for screen readers. Required unless `optional`. */
export function TextField(props: TextProps) {
	const { frame, control } = useField(props)
	return (
		<Field {...frame}>
			<input {...control} />
		</Field>
	)
}

/** Several lines of text; otherwise like TextField. */
export function TextArea(props: Props<'textarea'>) {
	const { frame, control } = useField(props)
	return (
		<Field {...frame}>
			<textarea rows={4} {...control} />
		</Field>
	)
}

/** A choice from a list; `children` are the options. Otherwise like TextField. */
export function SelectField(props: Props<'select'>) {
	const { frame, control } = useField(props)
	return (
		<Field {...frame}>
			<select {...control} />
		</Field>
	)
}

/** Splits the props into those of the field's frame and those of its control. */
export function useField<P extends Shared & { optional?: boolean; id?: string; className?: string }>(props: P) {
	const { label, hint, error, optional = false, id: given, className, ...rest } = props
	const own = useId()
	const id = given ?? own
	return {
		frame: { id, label, hint, error, optional, className },
		control: {
			id,
			required: !optional,
			'aria-invalid': error ? true : undefined,
			'aria-describedby': describedBy(id, hint, error),
			className: styles.input,
			...rest,
		},
	}
}

type FieldProps = Omit<Shared, 'name'> & { id: string; optional: boolean; className?: string; children?: ReactNode }

/** Label, hint and error around a control. */
export function Field({ id, label, hint, error, optional, className, children }: FieldProps) {
	return (
		<div className={`${styles.field} ${className ?? ''}`}>
			<label htmlFor={id} className={styles.label}>
				{label}
				{optional ? <span className={styles.optional}> (freiwillig)</span> : null}
			</label>
			{hint ? (
				<p id={`${id}-hint`} className={styles.hint}>
					{hint}
				</p>
			) : null}
			{children}
			{error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
		</div>
	)
}

function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
	return [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined
}
