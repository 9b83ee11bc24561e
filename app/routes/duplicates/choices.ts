import type { Field } from "#worker/services/duplicates/contract";

/** Which of two applicants. why not who is kept: what is chosen means the same whoever of them stays. */
export type SideName = "first" | "second";

const isSide = (text: string): text is SideName => text === "first" || text === "second";

export const otherSide = (side: SideName): SideName => (side === "first" ? "second" : "first");

/** What the form of a comparison says. */
export interface Choices {
	/** Who stays. */
	keep: SideName;
	/** Whose each field is to be, by the field's id. */
	sides: Record<string, SideName>;
	comment: string;
}

/** The value of a field's radio button. why both in it: an id of a form's field may be no name of a control. */
export const choiceValue = (side: SideName, fieldId: string): string => `${side}:${fieldId}`;

/** The field's id of such a value. */
export const chosenField = (value: string): string => value.slice(value.indexOf(":") + 1);

const choiceName = /^choice-\d+$/;

/** What was chosen; undefined while nobody is said to stay. */
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

/** Ids of the fields that are taken from whoever goes. */
export const takenOf = ({ keep, sides }: Choices): string[] => Object.keys(sides).filter((id) => sides[id] !== keep);

/** Whose a field is to be unless it is said: of whoever has something there, else of who stays. */
export const usualSide = ({ first, second }: Pick<Field, "first" | "second">, keep: SideName): SideName => {
	if (first === null) return "second";
	return second === null ? "first" : keep;
};
