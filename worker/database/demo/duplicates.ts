import type { FormData } from "#worker/contract/forms/form-schema";
import type { ApplicantPlan, ApplicantRows } from "./applicants";
import { type PersonName, personName } from "./names";
import { createRandom } from "./random";

/** What somebody has in common with an earlier applicant of their application. */
export interface Likeness {
	person: Partial<PersonName>;
	answers: FormData;
}

interface Recipe {
	/** Among the applicants of the application, by when they registered: the later one, and whom they are like. */
	index: number;
	of: number;
	answers: readonly string[];
	/** Is it the same name, the same spelled otherwise, or somebody else's? */
	name: "same" | "respelled" | "other";
}

/** Each of the ways in which a person gets into the list twice, and two who only share a phone. */
const recipes: readonly Recipe[] = [
	{ index: 11, of: 4, answers: ["jambNumber", "phone"], name: "respelled" },
	{ index: 17, of: 9, answers: ["phone"], name: "other" },
	{ index: 23, of: 14, answers: ["dateOfBirth"], name: "same" },
];

/** Spellings of one name. */
const spellings: readonly (readonly [RegExp, string])[] = [
	[/^Muhammad/, "Mohammed"],
	[/^Mohammed/, "Muhammad"],
	[/Chukwu/, "Chukwu-"],
	[/Oluwa/, "Olu"],
	[/ph/, "f"],
	[/ai/, "ay"],
	[/i$/, "y"],
	[/e$/, "eh"],
	[/a$/, "ah"],
	[/([nlmstd])$/, "$1$1"],
];

const respell = (name: string): string => {
	const [pattern, other] = spellings.find(([one]) => one.test(name)) ?? [/$/, "e"];
	return name.replace(pattern, other).replace(/-$/, "");
};

/** Finds out who is to be like whom, of applicants that come in the order in which they registered. */
export const duplicatesAmong = (organisationId: string, seed: number) => {
	const earlier = new Map<string, ApplicantRows>();
	const keyOf = ({ application }: ApplicantPlan, index: number) => `${application.id}/${index}`;
	const isCounted = ({ application, lean }: ApplicantPlan) => !lean && application.plan.active;

	const likenessOf = (plan: ApplicantPlan): Likeness | undefined => {
		const recipe = isCounted(plan) ? recipes.find(({ index }) => index === plan.index) : undefined;
		const original = recipe && earlier.get(keyOf(plan, recipe.of));
		if (!recipe || !original) return undefined;
		const { data } = original.submission;
		const answers = Object.fromEntries(
			recipe.answers.flatMap((field) => (data[field] === undefined ? [] : [[field, data[field]]])),
		);
		if (recipe.name === "other") return { person: {}, answers };
		// why: chance makes the same person again.
		const person = personName(createRandom(seed, organisationId, plan.application.plan.key, "full", recipe.of));
		const { firstName } = person;
		return { answers, person: recipe.name === "same" ? person : { ...person, firstName: respell(firstName) } };
	};
	const remember = (plan: ApplicantPlan, rows: ApplicantRows): void => {
		if (isCounted(plan) && recipes.some(({ of }) => of === plan.index)) earlier.set(keyOf(plan, plan.index), rows);
	};
	return { likenessOf, remember };
};
