import * as v from "valibot";
import { NewOrganisationId } from "#worker/contract/reserved-names";
import { requiredLine } from "#worker/contract/text/required-line";

const line = (message: string, max: number) => requiredLine(message, max, `At most ${max} letters.`);

const isTimeZone = (zone: string): boolean => {
	try {
		new Intl.DateTimeFormat("en", { timeZone: zone });
		return true;
	} catch {
		return false;
	}
};

const Email = v.pipe(
	v.string("Give the administrator's email address."),
	v.trim(),
	v.toLowerCase(),
	v.maxLength(320, "This email address is too long."),
	v.email(({ input }) => `“${input}” is not an email address.`),
);

/** What `npm run institution` is told, each with the message of what is wrong with it. */
export const NewInstitution = v.object({
	id: v.pipe(
		v.string("Give the id: the first part of all its addresses, such as crestfield."),
		v.regex(
			/^[a-z0-9][a-z0-9-]{0,62}$/,
			({ input }) => `“${input}” is no id: use small letters, digits and hyphens, 63 at most, no hyphen at the start.`,
		),
		NewOrganisationId,
	),
	name: line("Give the name of the institution.", 150),
	shortName: v.optional(line("Give the short name, or leave it out.", 20)),
	admin: Email,
	adminName: v.optional(line("Give the administrator's name, or leave it out.", 100), "Administrator"),
	address: v.optional(line("Give the postal address, or leave it out.", 300)),
	phone: v.optional(line("Give the phone number, or leave it out.", 40)),
	timeZone: v.optional(
		v.pipe(
			v.string(),
			v.check(isTimeZone, ({ input }) => `There is no time zone “${input}”. Africa/Lagos is one.`),
		),
		"Africa/Lagos",
	),
	courseAlias: v.optional(line("Give the word for a course, or leave it out.", 30), "course"),
});
export type NewInstitution = v.InferOutput<typeof NewInstitution>;

const keyLength = 3;

/**
 * Chooses the three letters that begin an institution's words in the full-text index: those of its id unless another
 * institution has them. why of one length: a shorter one would match the words of a longer one.
 */
export const chooseSearchKey = (id: string, taken: ReadonlySet<string>): string => {
	const wanted = id.replaceAll("-", "").padEnd(keyLength, "x").slice(0, keyLength);
	const all = 36 ** keyLength;
	const first = Number.parseInt(wanted, 36);
	for (let step = 0; step < all; step++) {
		const key = ((first + step) % all).toString(36).padStart(keyLength, "0");
		if (!taken.has(key)) return key;
	}
	throw new Error("This database has no room for another institution.");
};
