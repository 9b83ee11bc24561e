import { readSheetSearch } from "#app/list/list-address";
import { percentComplete } from "#worker/contract/forms/form-rules";
import type { FormData as Answers } from "#worker/contract/forms/form-schema";
import { type SlotSection, slotsOf } from "#worker/contract/forms/form-slots";

/** `?section=` of the wizard's last step, 'Preview and Update' (§4 Edit form flow). */
export const previewStep = "preview";

/** The name of the radio buttons that choose between the user's answer (`mine`) and the saved one (`theirs`). */
export const choiceOf = (fieldId: string): string => `~choose:${fieldId}`;

/** One section of the form in the wizard's list, with all its repeats. */
export interface EditStep {
	/** The section's id, without a repeat's number. */
	id: string;
	title: string;
	/** True when every required answer is there and none is wrong. */
	isComplete: boolean;
	/** The number of answers that are missing or wrong. */
	errors: number;
	/** The number of answers that differ from the saved ones. */
	changes: number;
}

interface EditState {
	data: Answers;
	files: readonly { fieldId: string }[];
	errors: Readonly<Record<string, readonly string[]>>;
	changed: ReadonlySet<string>;
}

export const stepsOf = (sections: readonly SlotSection[], { data, files, errors, changed }: EditState): EditStep[] =>
	sectionIds(sections).map((id) => {
		const copies = sections.filter(({ sectionId }) => sectionId === id);
		const fieldIds = slotsOf(copies).map(({ fieldId }) => fieldId);
		const wrong = fieldIds.filter((fieldId) => Object.hasOwn(errors, fieldId)).length;
		return {
			id,
			title: titleOf(copies),
			errors: wrong,
			changes: fieldIds.filter((fieldId) => changed.has(fieldId)).length,
			isComplete: wrong === 0 && percentComplete(copies, { data, files }) === 100,
		};
	});

/** Marks the step whose page was refused. why: its answers were not kept, so the draft may be right where the page is wrong. */
export const withRefused = (steps: readonly EditStep[], id: string, refused: number): EditStep[] =>
	steps.map((step) =>
		step.id === id && refused > 0 ? { ...step, isComplete: false, errors: Math.max(step.errors, refused) } : step,
	);

export const sectionIds = (sections: readonly SlotSection[]): string[] => [
	...new Set(sections.map(({ sectionId }) => sectionId)),
];

/** why: a repeat's title has its number. */
const titleOf = ([first, ...others]: readonly SlotSection[]): string =>
	first === undefined ? "" : others.length > 0 ? first.title.replace(/ \(1\)$/, "") : first.title;

/** Returns the step before or after one; the last is the preview. */
export const stepBeside = (steps: readonly { id: string }[], id: string, by: 1 | -1): string => {
	const ids = [...steps.map((step) => step.id), previewStep];
	const index = ids.indexOf(id) + by;
	return ids[Math.min(Math.max(index, 0), ids.length - 1)] ?? previewStep;
};

interface StepAddress {
	section?: string;
	check?: boolean;
	/** Asks before the form is closed. */
	close?: boolean;
}

/** Returns the query text of a step, with the list's own in it. */
export const stepSearch = (params: URLSearchParams, { section, check, close }: StepAddress): string => {
	const next = new URLSearchParams(readSheetSearch(params));
	if (section !== undefined) next.set("section", section);
	if (check) next.set("check", "1");
	if (close) next.set("close", "1");
	const text = next.toString();
	return text === "" ? "" : `?${text}`;
};
