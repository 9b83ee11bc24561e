import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { shownField } from "#app/ui/form-fields/field-names";
import { readEntries } from "#app/ui/form-fields/read-entries";
import type { SlotSection } from "#worker/contract/forms/form-slots";
import { type Hidden, hiddenBy, markedHidden, type PageConditions } from "#worker/contract/forms/page-conditions";

const noFiles: readonly never[] = [];
const events = ["input", "change", "click", "keyup", "focusout"] as const;

/**
 * Returns what the page does not ask for by what is typed in its form. Without JavaScript it stays as the service has
 * marked it.
 * @param files those attached before
 */
export const useHidden = (
	sections: readonly SlotSection[],
	conditions: PageConditions | undefined,
	files: readonly { id: string; fieldId: string }[] = noFiles,
): { hidden: Hidden; within: RefObject<HTMLDivElement> } => {
	const within = useRef<HTMLDivElement>(null);
	const marked = useMemo(() => markedHidden(sections), [sections]);
	const [typed, setTyped] = useState({ of: sections, hidden: marked });
	const hidden = typed.of === sections ? typed.hidden : marked;
	useEffect(() => {
		const form = within.current?.closest("form");
		if (!form || !conditions) return;
		let frame = 0;
		const look = () => {
			frame = 0;
			const next = hiddenBy(conditions, typedIn(form, sections, files));
			if (!isSame(next, hidden)) setTyped({ of: sections, hidden: next });
		};
		// why later: a list writes its choice into the form once it is drawn again.
		const lookSoon = () => {
			frame ||= requestAnimationFrame(look);
		};
		for (const event of events) form.addEventListener(event, lookSoon);
		// why at once too: what has come into sight may decide about more, and something may have been typed before.
		look();
		return () => {
			cancelAnimationFrame(frame);
			for (const event of events) form.removeEventListener(event, lookSoon);
		};
	}, [sections, conditions, files, hidden]);
	return { hidden, within };
};

const typedIn = (
	element: HTMLFormElement,
	sections: readonly SlotSection[],
	files: readonly { id: string; fieldId: string }[],
) => {
	const form = new FormData(element);
	const read = readEntries(sections, form);
	const shown = new Set(form.getAll(shownField).map(String));
	const kept = files.filter(({ id, fieldId }) => shown.has(fieldId) && !read.removedFiles.includes(id));
	return {
		answers: read.answers,
		attached: [...kept.map(({ fieldId }) => fieldId), ...read.files.keys()],
		shown,
	};
};

const isSame = (one: Hidden, other: Hidden): boolean =>
	areSame(one.fields, other.fields) && areSame(one.sections, other.sections);
const areSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
	one.size === other.size && [...one].every((id) => other.has(id));
