import { type MutableRefObject, useEffect, useRef } from "react";
import { type InsertText, insertIntoField } from "#app/ui/form-fields/insert-text";

/** Keys that leave the caret where it is, or lead past a field. */
const passingKeys = new Set(["Tab", "Shift", "Control", "Alt", "Meta"]);

const subjectOf = (target: EventTarget | null) =>
	target instanceof HTMLInputElement && target.name === "subject" ? target : undefined;

/**
 * Inserts into the subject or the text, whichever the user wrote in last. why not where the focus was last: Tab leads
 * from the subject through the text to what is inserted.
 *
 * @param insert set while the fields are mounted
 * @returns the refs of the element around the fields and of what inserts into the text
 */
export const useInsertWhereWritten = (insert: MutableRefObject<InsertText | undefined>) => {
	const place = useRef<HTMLDivElement>(null);
	const intoText = useRef<InsertText>();
	const isInSubject = useRef(false);
	useEffect(() => {
		let isWriting = false;
		/** The selection of the subject. why kept: Tab selects all of a field that it leads to. */
		let selection: [start: number | null, end: number | null] | undefined;
		const note = (event: Event) => {
			if (event instanceof KeyboardEvent && passingKeys.has(event.key)) return;
			isWriting = subjectOf(event.target) !== undefined;
			const isOther = event.target instanceof HTMLInputElement && event.target.name === "name";
			if (!isOther) isInSubject.current = isWriting;
		};
		const leave = ({ target }: FocusEvent) => {
			const subject = subjectOf(target);
			if (subject && isWriting) selection = [subject.selectionStart, subject.selectionEnd];
			if (subject) isWriting = false;
		};
		const fields = place.current;
		for (const name of ["keydown", "pointerdown", "input"]) fields?.addEventListener(name, note);
		fields?.addEventListener("focusout", leave);
		insert.current = (text) => {
			const subject = isInSubject.current && fields?.querySelector<HTMLInputElement>("input[name='subject']");
			if (!subject) return intoText.current?.(text);
			if (selection && subject !== document.activeElement) subject.setSelectionRange(...selection);
			insertIntoField(subject, text);
		};
		return () => {
			for (const name of ["keydown", "pointerdown", "input"]) fields?.removeEventListener(name, note);
			fields?.removeEventListener("focusout", leave);
		};
	}, [insert]);
	return { place, intoText };
};
