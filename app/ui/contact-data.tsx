import { createContext, useContext } from 'react'
import styles from './panel.module.css'

const Seen = createContext(true)

/** Says to all below whether the reader sees how customers are reached (the right `contact_data`). */
export const ContactDataSeen = Seen.Provider

/** Whether the reader sees how customers are reached; whoever does not gets no addresses, numbers and birthdays from the server. */
export const useSeesContacts = (): boolean => useContext(Seen)

/** Stands where addresses and numbers would be, so that nobody takes them for missing. */
export function ContactHidden({ more = '' }: { more?: string }) {
	return <span className={styles.soft}>Kontaktdaten sind für Sie nicht sichtbar.{more ? ` ${more}` : ''}</span>
}

/** The names of columns that can be chosen, without those that would be empty for the reader. */
export function seenColumns<Names extends object>(names: Names, sees: boolean, ...hidden: (keyof Names)[]): Names {
	return sees
		? names
		: (Object.fromEntries(Object.entries(names).filter(([name]) => !hidden.includes(name as keyof Names))) as Names)
}
