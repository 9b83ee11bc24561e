import { inWords } from "#app/format/in-words";

type Likeness = "exam" | "phone" | "email" | "person";

const names: Record<Likeness, readonly string[]> = {
	exam: ["JAMB number"],
	phone: ["phone"],
	email: ["email"],
	person: ["name", "birth date"],
};

/** Says what two applicants have in common: "the same JAMB number and phone". */
export const likeness = (reasons: readonly { kind: Likeness }[]): string => {
	if (reasons.length === 0) return "no identifying details in common";
	const found = new Set(reasons.map(({ kind }) => kind));
	const order = Object.keys(names) as Likeness[];
	return `the same ${inWords(order.filter((kind) => found.has(kind)).flatMap((kind) => names[kind]))}`;
};
