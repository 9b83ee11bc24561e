import type { FormData } from "#worker/contract/forms/form-schema";
import type { ApplicantPlan, MadeApplicant } from "./applicants";
import data from "./data/duplicates.json";
import { type PersonName, personName } from "./names";
import { createRandom } from "./random";

/** What an applicant has in common with an earlier one of the application. */
export interface Likeness {
	person: Partial<PersonName>;
	answers: FormData;
}

/**
 * `recipes`: the applicant at `index` is made like the earlier one at `of`, by these answers, and by the same name,
 * the same spelled otherwise, or another. `spellings`: other spellings of a name, by what it contains.
 */
const { recipes, spellings } = data;

const respell = (name: string): string => {
	const [pattern, other] = Object.entries(spellings).find(([one]) => new RegExp(one).test(name)) ?? ["$", "e"];
	return name.replace(new RegExp(pattern), other).replace(/-$/, "");
};

/** Decides which applicants are made alike; expects them in the order in which they registered. */
export const duplicatesAmong = (organisationId: string, seed: number) => {
	const earlier = new Map<string, FormData>();
	const keyOf = ({ application }: ApplicantPlan, index: number) => `${application.id}/${index}`;
	const isCounted = ({ application, lean }: ApplicantPlan) => !lean && application.plan.active;

	const likenessOf = (plan: ApplicantPlan): Likeness | undefined => {
		const recipe = isCounted(plan) ? recipes.find(({ index }) => index === plan.index) : undefined;
		const data = recipe && earlier.get(keyOf(plan, recipe.of));
		if (!recipe || !data) return undefined;
		const answers = Object.fromEntries(
			recipe.answers.flatMap((field) => (data[field] === undefined ? [] : [[field, data[field]]])),
		);
		if (recipe.name === "other") return { person: {}, answers };
		// why: the same seed makes the same person again.
		const person = personName(createRandom(seed, organisationId, plan.application.plan.key, "full", recipe.of));
		const { firstName } = person;
		return { answers, person: recipe.name === "same" ? person : { ...person, firstName: respell(firstName) } };
	};
	const remember = (plan: ApplicantPlan, { data }: MadeApplicant): void => {
		if (isCounted(plan) && recipes.some(({ of }) => of === plan.index)) earlier.set(keyOf(plan, plan.index), data);
	};
	return { likenessOf, remember };
};
