import { kindOf, takesFiles } from "#worker/contract/forms/field-kind";
import {
	answerIn,
	type FormCol,
	type FormData,
	type FormLayout,
	type FormSection,
	type ShowWhen,
} from "#worker/contract/forms/form-schema";
import type { Slot, SlotRow, SlotSection } from "#worker/contract/forms/form-slots";
import { isEmpty, isNo, isYes, readValue } from "#worker/contract/forms/form-values";
import { rememberedOf } from "#worker/contract/forms/remembered-of";

/** A field or section of a layout that has, or is waited for by, a condition. */
export interface ConditionPart {
	section: FormSection;
	/** Undefined for the section itself. */
	col?: FormCol | undefined;
}

/** A field on which it can depend whether a part is asked for. */
export interface Decider extends ConditionPart {
	col: FormCol;
}

/** Who answers a section. why: an applicant and each kind of referee keep their answers apart. */
const answererOf = ({ refereeSectionType }: Pick<FormSection, "refereeSectionType">): string | null =>
	refereeSectionType ?? null;

const keyOf = (section: Pick<FormSection, "refereeSectionType">, fieldId: string): string =>
	JSON.stringify([answererOf(section), fieldId]);

/** Returns a function that finds the field that a condition of a section, or of a field in it, is about. */
export const decidersIn = ({ sections }: FormLayout) => {
	const parts = new Map<string, Decider>();
	for (const section of sections)
		for (const { cols } of section.rows)
			for (const col of cols) {
				const key = keyOf(section, col.fieldId);
				if (!parts.has(key)) parts.set(key, { section, col });
			}
	return (section: Pick<FormSection, "refereeSectionType">, { fieldId }: ShowWhen) =>
		parts.get(keyOf(section, fieldId));
};

/** Returns what must be decided before a part: the field of its condition, and the section that it is in. */
const waitsFor = (find: ReturnType<typeof decidersIn>, { section, col }: ConditionPart): ConditionPart[] => {
	const { showWhen } = col ?? section;
	const decider = showWhen && find(section, showWhen);
	return [...(decider ? [decider] : []), ...(col ? [{ section }] : [])];
};

/** Returns every part of a layout that has a condition. */
export const conditionalParts = ({ sections }: FormLayout): ConditionPart[] =>
	sections.flatMap((section) => [
		...(section.showWhen ? [{ section }] : []),
		...section.rows.flatMap(({ cols }) => cols.filter((col) => col.showWhen).map((col) => ({ section, col }))),
	]);

/** Returns the parts that a part waits for in the end, itself among them only where its condition goes in a circle. */
export const partsBehind = (find: ReturnType<typeof decidersIn>, part: ConditionPart): ConditionPart[] => {
	const met = new Map<FormCol | FormSection, ConditionPart>();
	const open = waitsFor(find, part);
	for (let next = open.pop(); next; next = open.pop()) {
		const own = next.col ?? next.section;
		if (met.has(own)) continue;
		met.set(own, next);
		open.push(...waitsFor(find, next));
	}
	return [...met.values()];
};

/** Checks whether a part waits for itself. why: such a draft is shown all the same, as if it had no condition. */
export const isCircular = (find: ReturnType<typeof decidersIn>, part: ConditionPart): boolean =>
	partsBehind(find, part).some(({ section, col }) => section === part.section && col === part.col);

/** Returns a layout that asks for everything. */
export const withoutConditions = ({ sections }: FormLayout): FormLayout => ({
	sections: sections.map(({ showWhen: _, rows, ...section }) => ({
		...section,
		rows: rows.map((row) => ({ ...row, cols: row.cols.map(({ showWhen: _own, ...col }) => col) })),
	})),
});

interface Given {
	data: FormData;
	attachments: readonly { fieldId: string }[];
}

interface Place {
	section: SlotSection;
	row: SlotRow;
	slot: Slot;
}

/** What the conditions of a layout are about. */
interface Conditions {
	hasAny: boolean;
	/** Conditions that wait for themselves. */
	circular: ReadonlySet<ShowWhen | undefined>;
	/** The fields on which others depend. */
	deciding: ReadonlySet<string>;
}

const conditionOf = ({ section, col }: ConditionPart): ShowWhen | undefined => (col ?? section).showWhen;

/** why remembered: a layout is laid out for one applicant after another. */
const conditionsOf = rememberedOf((layout: FormLayout): Conditions => {
	const parts = conditionalParts(layout);
	const find = decidersIn(layout);
	return {
		hasAny: parts.length > 0,
		circular: new Set(parts.filter((part) => isCircular(find, part)).map(conditionOf)),
		deciding: new Set(parts.flatMap((part) => conditionOf(part)?.fieldId ?? [])),
	};
});

/** Marks the sections and fields that the answers so far do not ask for. */
export const withHidden = (
	layout: FormLayout,
	sections: SlotSection[],
	{ data, attachments }: Given,
): SlotSection[] => {
	const { hasAny, circular, deciding } = conditionsOf(layout);
	if (!hasAny) return sections;
	const attached = new Set(attachments.map(({ fieldId }) => fieldId));
	const places = new Map<string, Place[]>();
	for (const section of sections)
		for (const row of section.rows)
			for (const slot of row.slots) {
				if (!deciding.has(slot.col.fieldId)) continue;
				const key = keyOf(section, slot.col.fieldId);
				places.set(key, [...(places.get(key) ?? []), { section, row, slot }]);
			}
	const known = new Map<SlotSection | Slot, boolean>();
	const decide = (part: SlotSection | Slot, isShown: () => boolean): boolean => {
		const before = known.get(part);
		if (before !== undefined) return before;
		const shown = isShown();
		known.set(part, shown);
		return shown;
	};
	const isMet = (showWhen: ShowWhen | undefined, from: { section: SlotSection; row?: SlotRow }): boolean => {
		if (!showWhen || circular.has(showWhen)) return true;
		const decider = nearest(places.get(keyOf(from.section, showWhen.fieldId)) ?? [], from);
		// why: what nothing can decide is asked for. Such a form cannot be published.
		if (!decider) return true;
		const { fieldId, col } = decider.slot;
		return meets(showWhen, col, {
			answer: answerIn(data, fieldId),
			isAttached: attached.has(fieldId),
			isAsked: isFieldShown(decider),
		});
	};
	const isSectionShown = (section: SlotSection): boolean => decide(section, () => isMet(section.showWhen, { section }));
	const isFieldShown = ({ section, row, slot }: Place): boolean =>
		decide(slot, () => isSectionShown(section) && isMet(slot.col.showWhen, { section, row }));
	return sections.map((section) => ({
		...section,
		...(isSectionShown(section) ? {} : { isHidden: true as const }),
		rows: section.rows.map((row) => ({
			...row,
			slots: row.slots.map((slot) =>
				isFieldShown({ section, row, slot }) ? slot : { ...slot, isHidden: true as const },
			),
		})),
	}));
};

/** Returns the repeat of a field that decides for a place: in the same line, else in the same section, else the first. */
const nearest = (places: readonly Place[], { section, row }: { section: SlotSection; row?: SlotRow }) =>
	places.find((place) => place.row === row) ?? places.find((place) => place.section === section) ?? places[0];

interface Answered {
	answer: unknown;
	isAttached: boolean;
	/** Whether the field is asked for: the answer of one that is not counts as none. */
	isAsked: boolean;
}

/** Checks whether an answer meets a condition. */
const meets = (showWhen: ShowWhen, col: FormCol, { answer, isAttached, isAsked }: Answered): boolean => {
	const { is, values = [], number = Number.NaN } = showWhen;
	if (!isAsked) return is === "empty";
	switch (is) {
		case "answered":
			return isAnswered(col, answer, isAttached);
		case "empty":
			return !isAnswered(col, answer, isAttached);
		case "one-of":
			return saidIn(col, answer).some((said) => values.some((value) => isSame(col, said, value)));
		case "not-one-of": {
			const all = saidIn(col, answer);
			return all.length > 0 && !all.some((said) => values.some((value) => isSame(col, said, value)));
		}
		case "at-least":
			return numberIn(answer) >= number;
		case "at-most":
			return numberIn(answer) <= number;
	}
};

const isAnswered = (col: FormCol, answer: unknown, isAttached: boolean): boolean => {
	if (takesFiles(col)) return isAttached;
	// why: a box that is not ticked has no answer, unless it is asked as two options.
	return !isEmpty(answer) && !(col.type === "checkbox" && kindOf(col) !== "yes-no" && isNo(answer));
};

/** Returns what an answer says, as the values of conditions are written. */
const saidIn = (col: FormCol, answer: unknown): string[] => {
	const kind = kindOf(col);
	if (kind === "checkbox") return [String(isYes(answer))];
	if (kind === "yes-no") return isYes(answer) ? ["true"] : isNo(answer) ? ["false"] : [];
	if (kind === "place" && typeof answer === "object" && answer !== null && "state" in answer)
		return isEmpty(answer.state) ? [] : [String(answer.state)];
	if (kind === "country") {
		const read = readValue(col, answer);
		return read.kind === "text" ? [read.value] : [];
	}
	return [answer].flat().flatMap((one) => (isEmpty(one) || typeof one === "object" ? [] : [String(one).trim()]));
};

const isSame = (col: FormCol, said: string, value: string): boolean => {
	const kind = kindOf(col);
	if (kind === "number") return numberIn(said) === numberIn(value);
	return kind === "select" || kind === "radio" || kind === "choices"
		? said === value.trim()
		: said.toLowerCase() === value.trim().toLowerCase();
};

/** Reads a number as a form or JSON carries it; NaN, which nothing equals, for anything else. */
export const numberIn = (answer: unknown): number =>
	typeof answer === "number" || (typeof answer === "string" && /^-?\d{1,15}(\.\d{1,6})?$/.test(answer.trim()))
		? Number(answer)
		: Number.NaN;
