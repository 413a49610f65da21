import { type ComponentProps, useState } from 'react'
import { dateBounds, dateText } from '#app/lib/calendar-date.ts'
import { readDate, type Yearless } from '#app/lib/typed-times.ts'
import { FieldError } from './field-error.tsx'
import { Field, type TextProps, useField } from './text-field.tsx'
import { TypedInput } from './typed-input.tsx'

type Day = {
	/** Local date of the place, which "heute" and a day without a year refer to. */
	today: string
	yearless?: Yearless
	/** A date (YYYY-MM-DD), or the text that was typed. */
	defaultValue?: string
	min?: string
	max?: string
}

/**
 * A day, shown as TT.MM.JJJJ and typed as people say it ("5.12.", "heute", "+3", "mo"). Otherwise like TextField; the server reads it with
 * `readDate`.
 */
export function DateField({ today, yearless, min, max, defaultValue = '', error, ...rest }: TextProps & Day) {
	const [fault, setFault] = useState<string>()
	const { frame, control } = useField({ ...rest, error: fault ?? error })
	const bounds = dateBounds(today)
	return (
		<Field {...frame}>
			<TypedInput
				kind="date"
				read={(text) => readDate(text, today, yearless)}
				show={dateText}
				onRead={(typed) => setFault(typed.fault)}
				min={min ?? bounds.min}
				max={max ?? bounds.max}
				defaultValue={dateText(defaultValue)}
				{...control}
			/>
		</Field>
	)
}

type Input = Omit<ComponentProps<typeof TypedInput>, 'kind' | 'read' | 'show' | 'bare'> & Day & { id: string }

/** Like DateField in one line, without label and button, for toolbars; `aria-label` names it, the error is shown below. */
export function DateInput({ today, yearless, defaultValue = '', onRead, ...rest }: Input) {
	const [fault, setFault] = useState<string>()
	const note = `${rest.id}-error`
	return (
		<>
			<TypedInput
				bare
				kind="date"
				read={(text) => readDate(text, today, yearless)}
				show={dateText}
				onRead={(typed) => {
					setFault(typed.fault)
					onRead?.(typed)
				}}
				aria-invalid={fault ? true : undefined}
				aria-describedby={fault ? note : undefined}
				defaultValue={dateText(defaultValue)}
				{...rest}
			/>
			{fault ? <FieldError id={note}>{fault}</FieldError> : null}
		</>
	)
}
