import type { Field } from "#worker/services/duplicates/contract";

/** One of two compared applicants. why not target and source: a choice means the same whichever record is kept. */
export type SideName = "first" | "second";

const isSide = (text: string): text is SideName => text === "first" || text === "second";

export const otherSide = (side: SideName): SideName => (side === "first" ? "second" : "first");

export interface Choices {
	keep: SideName;
	/** The side whose value each field takes, by the field's id. */
	sides: Record<string, SideName>;
	comment: string;
}

/** Returns the value of a field's radio button. why it has the id: the id of a form field may not be a valid control name. */
export const choiceValue = (side: SideName, fieldId: string): string => `${side}:${fieldId}`;

export const chosenField = (value: string): string => value.slice(value.indexOf(":") + 1);

const choiceName = /^choice-\d+$/;

/** Reads what was chosen; undefined while no record to keep is chosen. */
export const readChoices = (form: FormData): Choices | undefined => {
	const keep = String(form.get("keep") ?? "");
	if (!isSide(keep)) return undefined;
	const sides: Record<string, SideName> = {};
	for (const [name, value] of form) {
		if (!choiceName.test(name) || typeof value !== "string") continue;
		const [side = ""] = value.split(":");
		if (isSide(side)) sides[chosenField(value)] = side;
	}
	return { keep, sides, comment: String(form.get("comment") ?? "") };
};

/** Returns the ids of the fields that the kept record takes from the other. */
export const sourceFieldsOf = ({ keep, sides }: Choices): string[] =>
	Object.keys(sides).filter((id) => sides[id] !== keep);

/** Returns the side that a field takes by default: the one with a value, otherwise the record to keep. */
export const defaultSide = ({ first, second }: Pick<Field, "first" | "second">, keep: SideName): SideName => {
	if (first === null) return "second";
	return second === null ? "first" : keep;
};
